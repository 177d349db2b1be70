#include "ndpool/io/place.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

}  // namespace

std::string place_of(std::string_view file, std::size_t line) {
    return fmt::format("{}:{}", file, line);
}

void refuse(std::string_view place, std::string_view what) {
    std::string message = fmt::format("{}: {}", place, what);
    std::replace_if(message.begin(), message.end(), is_control, '?');
    throw InvalidInput(message);
}

std::string quoted(std::string_view piece) {
    constexpr std::size_t longest = 32;
    std::string result = "'";
    for (const char c : piece.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        result += is_control(c) || byte >= 0x80 ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
    }
    return result + (piece.size() > longest ? "...'" : "'");
}

}  // namespace ndpool

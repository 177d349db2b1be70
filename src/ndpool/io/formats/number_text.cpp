#include "ndpool/io/formats/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ndpool {

void append_integer(std::string& text, std::int64_t value) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.append(digits.data(), end);
}

void append_number(std::string& text, double value) {
    constexpr double largest_whole = 9007199254740992.0;  // 2^53
    if (std::abs(value) <= largest_whole && value == std::trunc(value) && !(value == 0 && std::signbit(value))) {
        append_integer(text, static_cast<std::int64_t>(value));
        return;
    }
    std::array<char, 40> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.append(digits.data(), end);
}

bool are_ones(std::span<const double> weights) {
    return std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 1; });
}

}  // namespace ndpool

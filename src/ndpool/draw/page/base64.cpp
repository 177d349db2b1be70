#include "ndpool/draw/page/base64.hpp"

#include <string_view>

namespace ndpool {

std::string base64(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = bytes.size() - i;
        const std::uint32_t three = (std::uint32_t{bytes[i]} << 16) | (left > 1 ? std::uint32_t{bytes[i + 1]} << 8 : 0) |
                                    (left > 2 ? std::uint32_t{bytes[i + 2]} : 0);
        text += letters[three >> 18];
        text += letters[(three >> 12) & 63];
        text += left > 1 ? letters[(three >> 6) & 63] : '=';
        text += left > 2 ? letters[three & 63] : '=';
    }
    return text;
}

}  // namespace ndpool

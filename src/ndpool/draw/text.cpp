#include "ndpool/draw/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ndpool {

namespace {

constexpr std::string_view dash = "–";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool continues(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

/// Bytes of the character that starts the text, 0 if it is none that XML allows.
std::size_t character_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const auto second = text.size() > 1 ? static_cast<unsigned char>(text[1]) : 0U;
    if (first < 0x80) {
        return (first >= 0x20 && first != 0x7F) || first == '\n' || first == '\t' ? 1 : 0;
    }
    std::size_t length = 0;
    if (first >= 0xC2 && first <= 0xDF) {
        length = 2;
    } else if (first >= 0xE0 && first <= 0xEF) {
        // Neither overlong forms nor surrogates.
        length = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ? 0 : 3;
    } else if (first >= 0xF0 && first <= 0xF4) {
        length = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) ? 0 : 4;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if (!continues(text, i)) {
            return 0;
        }
    }
    const bool no_character = length == 3 && (text.substr(0, 3) == "\xEF\xBF\xBE" || text.substr(0, 3) == "\xEF\xBF\xBF");
    return no_character ? 0 : length;
}

std::string_view entity(char c) {
    switch (c) {
        case '<': return "&lt;";
        case '>': return "&gt;";
        case '&': return "&amp;";
        case '"': return "&quot;";
        case '\'': return "&#39;";
        default: return {};
    }
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        if (const std::string_view known = entity(text[0]); !known.empty()) {
            result += known;
        } else if (length == 0) {
            result += replacement;
        } else {
            result += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result;
}

std::string shortened(std::string_view text, std::size_t most) {
    std::size_t characters = 0;
    std::size_t end_of_most = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!continues(text, at)) {
            if (++characters == most) {
                end_of_most = at;
            }
        }
    }
    return characters <= most ? std::string(text) : std::string(text.substr(0, end_of_most)) + "…";
}

std::string with_thousands(std::int64_t number) {
    std::string digits = std::to_string(number);
    const std::size_t first = digits[0] == '-' ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string short_number(double number) {
    return std::isfinite(number) ? fmt::format("{:.3f}", number) : std::string(dash);
}

std::string percent(double share) {
    return std::isfinite(share) ? fmt::format("{:.1f}%", 100 * share) : std::string(dash);
}

std::string counted(std::int64_t number, std::string_view thing) {
    return fmt::format("{} {}{}", with_thousands(number), thing, number == 1 ? "" : "s");
}

}  // namespace ndpool

#include "part_argument.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace ndpool::command {

namespace {

std::optional<std::size_t> positive_number(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number > 0 ? std::optional(number) : std::nullopt;
}

std::optional<DatasetPart> part_named(const std::string& text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) {
        return std::nullopt;
    }
    const auto number = positive_number(std::string_view(text).substr(0, slash));
    const auto count = positive_number(std::string_view(text).substr(slash + 1));
    return number && count && *number <= *count ? std::optional(DatasetPart{*number, *count}) : std::nullopt;
}

}  // namespace

CLI::Validator part_of_many() {
    CLI::Validator validator(
        [](const std::string& text) {
            return part_named(text) ? std::string()
                                    : fmt::format("'{}' is no part, expected K/N such as 2/8, K from 1 to N", text);
        },
        "");
    return validator;
}

DatasetPart parse_part(const std::string& text) {
    return part_named(text).value_or(DatasetPart{});
}

}  // namespace ndpool::command

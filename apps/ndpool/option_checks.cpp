#include "option_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "ndpool/base/error.hpp"
#include "nearest_word.hpp"

namespace ndpool::command {

namespace {

/// Reads the whole text as a number; false if it is not one.
template <typename Number>
bool parse_all(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

std::string bounds(auto least, auto most, auto no_bound) {
    return most == no_bound ? fmt::format("of at least {}", least) : fmt::format("from {} to {}", least, most);
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    const auto check = [least, most](std::string& text) {
        std::uint64_t number = 0;
        if (!parse_all(text, number) || number < least || number > most) {
            return fmt::format("'{}' does not fit, expected a whole number from {} to {}", text, least, most);
        }
        text = fmt::to_string(number);
        return std::string();
    };
    return {check, ""};
}

CLI::Validator finite_number(double least, double most) {
    const auto check = [least, most](std::string& text) {
        double number = 0;
        // An infinity is outside of every finite range, and a NaN fails every comparison.
        if (!parse_all(text, number) || !(number >= least && number <= most)) {
            return fmt::format("'{}' does not fit, expected a number {}", text,
                               bounds(least, most, std::numeric_limits<double>::max()));
        }
        return std::string();
    };
    return {check, ""};
}

CLI::Validator one_of(std::vector<std::string> words) {
    const auto check = [words = std::move(words)](std::string& text) {
        if (std::find(words.begin(), words.end(), text) == words.end()) {
            return fmt::format("there is no '{}'{}, expected {}{}", text, suggestion(text, words),
                               words.size() > 1 ? "one of " : "", fmt::join(words, ", "));
        }
        return std::string();
    };
    return {check, ""};
}

CLI::Validator output_name() {
    const auto check = [](std::string& text) {
        const bool is_line =
            std::none_of(text.begin(), text.end(), [](unsigned char letter) { return std::iscntrl(letter) != 0; });
        if (text == "-") {
            return std::string("cannot write to standard output, expected a file or folder (./- for a file named -)");
        }
        return !text.empty() && is_line ? std::string()
                                        : fmt::format("'{}' is not a valid name, expected the name of a file or folder", text);
    };
    return {check, ""};
}

CLI::Validator some_word() {
    const auto check = [](std::string& text) { return std::string(text.empty() ? "there is nothing, expected a value" : ""); };
    return {check, ""};
}

std::vector<int> parse_levels(const std::string& text) {
    constexpr int most = 1000;  // any graph has shrunk to a single node long before
    std::vector<int> levels;
    std::string_view rest = text;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const std::string_view word = rest.substr(0, comma);
        int level = 0;
        if (!parse_all(word, level) || level < 1 || level > most) {
            throw InvalidInput(
                fmt::format("--levels: '{}' does not fit, expected whole numbers from 1 to {} like 1,3,5", word, most));
        }
        if (!levels.empty() && level <= levels.back()) {
            throw InvalidInput(
                fmt::format("--levels: {} comes after {}, expected ascending numbers like 1,3,5", level, levels.back()));
        }
        levels.push_back(level);
        more = comma != std::string_view::npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
    }
    return levels;
}

}  // namespace ndpool::command

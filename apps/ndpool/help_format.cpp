#include "help_format.hpp"

#include <sstream>

namespace ndpool::command {

namespace {

constexpr std::size_t longest_line = 110;

}  // namespace

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
    std::string text;
    if (option->get_type_size() == 0) {
        return text;  // a flag
    }
    if (!option->get_type_name().empty() && !option->get_positional()) {
        text += " " + option->get_type_name();
    }
    if (!option->get_default_str().empty()) {
        text += "=" + option->get_default_str();
    }
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) {
        text += " ...";
    }
    return option->get_required() && !option->get_positional() ? text + " (required)" : text;
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
    return wrapped(option->get_description(), longest_line - get_column_width());
}

std::string wrapped(const std::string& text, std::size_t longest_line) {
    std::istringstream words(text);
    std::string result;
    std::string word;
    std::size_t length = 0;
    while (words >> word) {
        if (length > 0 && length + 1 + word.size() > longest_line) {
            result += '\n';
            length = 0;
        } else if (length > 0) {
            result += ' ';
            ++length;
        }
        result += word;
        length += word.size();
    }
    return result;
}

}  // namespace ndpool::command

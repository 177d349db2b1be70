#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace ndpool::command {

/// Layout of help texts: lines of at most 110 characters, and no list of the options that exclude each other.
class HelpFormat : public CLI::Formatter {
public:
    std::string make_option_opts(const CLI::Option* option) const override;
    std::string make_option_desc(const CLI::Option* option) const override;
};

/// The text with line breaks between words, so that no line is longer than `longest_line` unless a single word is.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t longest_line);

}  // namespace ndpool::command

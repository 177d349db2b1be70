#include "ndpool/io/formats/attribute_text.hpp"

namespace ndpool {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    const auto last = text.find_last_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

std::string_view without_quotes(std::string_view text) {
    const bool quoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
    return quoted ? text.substr(1, text.size() - 2) : text;
}

/// NumPy prints its numbers as calls.
std::string_view without_call(std::string_view text) {
    const auto open = text.find('(');
    return open != std::string_view::npos && open > 0 && text.ends_with(')') ? text.substr(open + 1, text.size() - open - 2)
                                                                             : text;
}

/// The position after the string that begins here; the end of the text if the string is not closed.
std::size_t behind_string(std::string_view text, std::size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote) {
        at += text[at] == '\\' ? 2 : 1;
    }
    return at + 1;
}

/// The position of the next of these marks that is in no string and no bracket; the end of the text if there is none.
std::size_t find_outside(std::string_view text, std::size_t at, std::string_view marks) {
    int depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (depth == 0 && marks.find(c) != std::string_view::npos) {
            return at;
        }
        if (c == '\'' || c == '"') {
            at = behind_string(text, at);
            continue;
        }
        depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
        if (depth < 0) {
            return text.size();
        }
        ++at;
    }
    return text.size();
}

}  // namespace

AttributeWeight read_attributes(std::string_view text) {
    AttributeWeight weight;
    if (!text.starts_with('{')) {
        return weight;
    }
    std::size_t at = 1;
    if (const auto first = text.find_first_not_of(" \t", at); first != std::string_view::npos && text[first] == '}') {
        weight.length = first + 1;
        return weight;
    }
    while (at < text.size()) {
        const std::size_t colon = find_outside(text, at, ":");
        const std::size_t end = colon < text.size() ? find_outside(text, colon + 1, ",}") : text.size();
        if (end >= text.size()) {
            return {};
        }
        if (without_quotes(trimmed(text.substr(at, colon - at))) == "weight") {
            weight.stated = true;
            weight.text = without_call(without_quotes(trimmed(text.substr(colon + 1, end - colon - 1))));
        }
        at = end + 1;
        if (text[end] == '}') {
            weight.length = at;
            return weight;
        }
    }
    return {};
}

}  // namespace ndpool

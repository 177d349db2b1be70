#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string_view>
#include <vector>

#include "ndpool/base/error.hpp"

namespace ndpool {

/// The word for an enum value on the command line and in files. Each enum has one table of words, next to its definition.
template <typename Value>
struct EnumWord {
    Value value;
    std::string_view word;
};

template <typename Value, std::size_t count>
[[nodiscard]] std::string_view word_of(const EnumWord<Value> (&words)[count], Value value) {
    for (const EnumWord<Value>& known : words) {
        if (known.value == value) {
            return known.word;
        }
    }
    return {};
}

/// The value with this word. Throws InvalidInput with all words of the table if there is none; `what` names the enum in the
/// message.
template <typename Value, std::size_t count>
[[nodiscard]] Value value_of(const EnumWord<Value> (&words)[count], std::string_view what, std::string_view word) {
    std::vector<std::string_view> known_words;
    for (const EnumWord<Value>& known : words) {
        if (known.word == word) {
            return known.value;
        }
        known_words.push_back(known.word);
    }
    throw InvalidInput(fmt::format("unknown {} '{}', expected one of {}", what, word, fmt::join(known_words, ", ")));
}

}  // namespace ndpool

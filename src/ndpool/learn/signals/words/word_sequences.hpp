#pragma once

#include "ndpool/learn/signals/words/word_lists.hpp"

namespace ndpool {

/// The last words of each text, filled up at the front, all of one length.
struct WordSequences {
    std::size_t length = 0;
    std::vector<std::int32_t> words;  ///< `length` per text: 0 .. vocabulary - 1, then that of unknown words, then the filler

    [[nodiscard]] std::span<const std::int32_t> text(std::size_t i) const { return std::span(words).subspan(i * length, length); }
};

/// Words from `vocabulary` on become one word; the filler is another.
[[nodiscard]] WordSequences word_sequences(const WordLists& lists, int vocabulary, int length);

}  // namespace ndpool

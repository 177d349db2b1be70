#include "ndpool/learn/signals/words/word_sequences.hpp"

#include <algorithm>

namespace ndpool {

WordSequences word_sequences(const WordLists& lists, int vocabulary, int length) {
    const std::int32_t unknown = vocabulary;
    const std::int32_t filler = vocabulary + 1;
    WordSequences sequences{static_cast<std::size_t>(length), {}};
    sequences.words.assign(lists.size() * sequences.length, filler);
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const auto text = lists.text(i);
        const auto last = text.last(std::min(sequences.length, text.size()));
        std::transform(last.begin(), last.end(),
                       sequences.words.begin() + static_cast<std::ptrdiff_t>((i + 1) * sequences.length - last.size()),
                       [&](std::int32_t word) { return word < vocabulary ? word : unknown; });
    }
    return sequences;
}

}  // namespace ndpool

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/learn/signals/data/signal_set.hpp"

namespace ndpool {

/// Texts as lists of words. Words are numbered by how often they are in the training texts: 0 is the most frequent one.
struct WordLists {
    std::string name;
    std::vector<std::uint64_t> offsets = {0};
    std::vector<std::int32_t> words;  ///< of text i: offsets[i] .. offsets[i + 1] - 1, in their order
    std::vector<std::int64_t> labels;
    std::vector<SignalPart> parts;
    std::vector<std::string> vocabulary;  ///< the words themselves, where they are known

    [[nodiscard]] std::size_t size() const { return labels.size(); }
    [[nodiscard]] std::span<const std::int32_t> text(std::size_t i) const {
        return std::span(words).subspan(offsets[i], offsets[i + 1] - offsets[i]);
    }
};

/// Whether a path holds the reviews of IMDB as arrays: `imdb_flat.npz`, or a folder with it.
[[nodiscard]] bool is_word_arrays(const std::filesystem::path& path);
/// Arrays `x_train_words`, `x_train_offsets`, `y_train`, and the same for test: the ranks (from 1) of all words one after the
/// other, where each text begins, and its label, as keras.datasets.imdb has them. Throws InvalidInput for arrays that are missing
/// or do not fit together.
[[nodiscard]] WordLists read_word_arrays(const std::filesystem::path& path);

/// Whether a folder has texts in `pos` and `neg`, or in `train/pos`, `train/neg`, `test/pos` and `test/neg`.
[[nodiscard]] bool is_text_folder(const std::filesystem::path& folder);
/// Files ending in .txt; label 1 for those in `pos`, 0 in `neg`. Without the folders train and test every sixth text is for
/// testing. Throws InvalidInput if there are no words.
[[nodiscard]] WordLists read_text_folder(const std::filesystem::path& folder);

/// The words of a text: ASCII letters in lower case, all ASCII punctuation but the apostrophe taken for blanks.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

}  // namespace ndpool

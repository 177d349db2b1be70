#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/learn/signals/words/word_classifier.hpp"

namespace ndpool {

/// Each of some vectors joined to its nearest ones by Euclidean distance, edges both ways with weight 1; of equally far ones the
/// one of smaller number counts. Exact: distances in single precision choose candidates, those in double precision choose among
/// them. Throws InvalidInput for fewer vectors than neighbours need.
[[nodiscard]] Graph nearest_vectors_graph(std::span<const float> vectors, NodeId count, int neighbors, const Parallel& parallel);

/// The same edges with the weight exp(-(d / m)^2) each, where d is the distance of its ends and m the mean of all d.
[[nodiscard]] Graph with_gaussian_weights(const Graph& graph, std::span<const float> vectors);

struct WordSignalOptions {
    int words = 1000;               ///< of the vocabulary: the most frequent ones
    double validation_share = 0.1;  ///< of the training texts
    int neighbors = 4;              ///< Sec. VI-B
    bool gaussian_weights = false;  ///< Sec. VI-B has none for words
    WordClassifierOptions classifier = {};
    std::uint64_t seed = 0;
};

/// Which words are in each text, over the graph of words that are near each other (Sec. VI-B). The same texts are held out from
/// the classifier that makes the graph and from whoever is trained on the signals: else the graph would know the labels of
/// validation.
struct WordSignals {
    SignalSet set;
    WordClassifierResult classifier;
    double graph_seconds = 0;
};

/// Throws InvalidInput if there are too few words.
[[nodiscard]] WordSignals word_signals(WordLists lists, const WordSignalOptions& options, const Parallel& parallel);

/// Which words are in each text: a row of ones each.
[[nodiscard]] SignalRows word_presence(const WordLists& lists, int words);

/// The texts with other numbers for their words: those of `vocabulary`; words that it does not have are left out.
[[nodiscard]] WordLists with_vocabulary(const WordLists& lists, const std::vector<std::string>& vocabulary);

}  // namespace ndpool

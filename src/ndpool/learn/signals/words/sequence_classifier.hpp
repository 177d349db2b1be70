#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/signals/best_epoch.hpp"
#include "ndpool/learn/signals/words/word_lists.hpp"

namespace ndpool {

/// The two classifiers of Sec. VI-B that know the order of words.
enum class SequenceModel : std::uint8_t {
    lstm,  ///< an LSTM instead of the dense hidden layer
    tcn,   ///< residual blocks of causal convolutions with dilations 1, 2, 4 ... (Bai, Kolter and Koltun, 2018)
};

/// What the paper does not say (channels, batches, learning rate, when to stop) is ours.
struct SequenceClassifierOptions {
    SequenceModel model = SequenceModel::lstm;
    int words = 10000;      ///< the most frequent ones; others become a word of their own
    int length = 256;       ///< the last words of a text; shorter ones are filled up at the front (Sec. VI-B)
    int vector_size = 200;  ///< Sec. VI-B
    int channels = 32;      ///< units of the LSTM, filters of each convolution
    int blocks = 7;         ///< TCN: dilations 1 .. 64 (Sec. VI-B)
    int kernel = 6;         ///< TCN (Sec. VI-B)
    double dropout = -1;    ///< negative: 0.3 for TCN (Sec. VI-B), 0.5 for LSTM as in the classifier that it replaces a layer of
    double learning_rate = 1e-3;
    int batch_size = 64;
    int epochs = 6;
    int patience = 1;  ///< stop when the validation loss has not fallen for so many epochs
};

struct SequenceClassifierResult {
    BestEpoch best;
    double test_accuracy = 0;
};

/// Trained on the texts for training alone; those for validation choose the epoch. By LibTorch's differentiation: the same
/// numbers for one build of it on one kind of processor. Throws InvalidInput if the length is no multiple of the largest
/// dilation.
[[nodiscard]] SequenceClassifierResult train_sequence_classifier(
    const WordLists& lists, const SequenceClassifierOptions& options, Seed seed,
    const std::function<void(int epoch, double validation_accuracy)>& after_epoch = {});

/// The logit of every text before training, for tests. `pruned`: the TCN computes only the steps that its last one depends on.
[[nodiscard]] std::vector<float> initial_sequence_logits(const WordLists& lists, const SequenceClassifierOptions& options,
                                                         Seed seed, bool pruned);

}  // namespace ndpool

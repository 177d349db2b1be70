#pragma once

#include <functional>

#include "ndpool/base/progress.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/learn/signals/best_epoch.hpp"
#include "ndpool/learn/signals/words/word_lists.hpp"

namespace ndpool {

/// The classifier whose word vectors the graph of words is made of (Sec. VI-B): an embedding, a dense layer with ReLU, dropout
/// and a dense layer with a sigmoid. What the paper does not say is as in the first examples of Keras: means over the words of a
/// text, 16 hidden units, Adam with a learning rate of 0.001.
struct WordClassifierOptions {
    int words = 10000;      ///< the most frequent ones; others become a word of their own
    int length = 256;       ///< the last words of a text; shorter ones are filled up with a word of its own (Sec. VI-B)
    int vector_size = 200;  ///< Sec. VI-B
    int hidden = 16;
    double dropout = 0.5;  ///< Sec. VI-B
    bool flatten = false;  ///< take the vectors side by side instead of their mean
    double learning_rate = 1e-3;
    int batch_size = 32;
    int epochs = 10;
    int patience = 1;  ///< stop when the validation loss has not fallen for so many epochs
};

struct WordClassifierResult {
    std::vector<float> vectors;  ///< one row per word, of the epoch with the lowest validation loss
    BestEpoch best;
    double test_accuracy = 0;
};

/// Trained on the texts for training alone; those for validation choose the epoch. The same numbers everywhere.
[[nodiscard]] WordClassifierResult train_word_classifier(
    const WordLists& lists, const WordClassifierOptions& options, Seed seed,
    const std::function<void(int epoch, double validation_accuracy)>& after_epoch = {});

}  // namespace ndpool

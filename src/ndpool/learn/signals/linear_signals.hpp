#pragma once

#include "ndpool/learn/signals/best_epoch.hpp"
#include "ndpool/learn/signals/data/signal_set.hpp"

namespace ndpool {

/// Softmax regression on the signals alone, without the graph: the baseline that any network must beat.
struct LinearSignalOptions {
    double learning_rate = 1e-3;  ///< of Adam, which falls along a cosine
    double l2 = 0;
    int batch_size = 32;
    int epochs = 20;
};

struct LinearSignalResult {
    BestEpoch best;
    double test_accuracy = 0;
};

/// The set must have samples for validation.
[[nodiscard]] LinearSignalResult train_linear_signals(const SignalSet& set, const LinearSignalOptions& options,
                                                      std::uint64_t seed);

}  // namespace ndpool

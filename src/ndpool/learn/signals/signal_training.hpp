#pragma once

#include <functional>

#include "ndpool/base/parallel.hpp"
#include "ndpool/learn/signals/network/signal_network.hpp"
#include "ndpool/learn/train/fold_training.hpp"

namespace ndpool {

/// Signals as a network takes them.
struct PreparedSignals {
    SignalInputs inputs;
    std::vector<std::int32_t> labels;
    std::vector<std::int32_t> train;
    std::vector<std::int32_t> validation;  ///< the training samples again where there are none for it
    std::vector<std::int32_t> test;
    /// What `inputs` are made of, which belongs to the signal set; needed only for dropout of inputs.
    const SignalRows* signals = nullptr;
};

/// The result refers to the signals of `set`.
[[nodiscard]] PreparedSignals prepare_signals(const SignalSet& set, const SignalOperators& operators, const Parallel& parallel);

/// Samples whose gradients are summed together. The sums of a batch are added in the order of its samples, so that results do not
/// depend on the number of threads.
constexpr std::size_t samples_per_chunk = 8;

/// Trains one network, as train_fold does. `state` may come from a checkpoint; the numbers at the end are the same.
[[nodiscard]] FoldState train_signals(const SignalNetwork& network, const PreparedSignals& data,
                                      const SignalTrainingOptions& options, Seed seed, FoldState state, const Parallel& parallel,
                                      const std::function<bool(const FoldState&)>& after_epoch = {});

/// Loss and accuracy of a network on some samples.
[[nodiscard]] Evaluation evaluate_signals(const SignalNetwork& network, const std::vector<float>& values,
                                          const SignalInputs& inputs, std::span<const std::int32_t> labels,
                                          std::span<const std::int32_t> samples, const Parallel& parallel);

/// Class probabilities of all samples, one row each.
[[nodiscard]] std::vector<std::vector<float>> signal_probabilities(const SignalNetwork& network, const std::vector<float>& values,
                                                                   const SignalInputs& inputs, const Parallel& parallel);

}  // namespace ndpool

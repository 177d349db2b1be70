#pragma once

#include "ndpool/learn/signals/signal_run.hpp"
#include "ndpool/learn/train/predict.hpp"

namespace ndpool {

/// The mean of the probabilities of all networks that are trained to their end, or of one. Throws InvalidInput if the signals do
/// not fit.
[[nodiscard]] Predictions predict_signals(const RunFolder& folder, const SignalSet& set, std::optional<int> fold,
                                          const Parallel& parallel);

}  // namespace ndpool

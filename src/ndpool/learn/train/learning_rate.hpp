#pragma once

#include <vector>

#include "ndpool/learn/train/fold_training.hpp"

namespace ndpool {

/// Falls from `rate` to zero along half a cosine, while the angle goes from 0 to pi.
[[nodiscard]] double cosine_rate(double rate, double angle);

/// The learning rate of the next epoch. It follows from the history, so that a training resumes with the right one.
[[nodiscard]] double learning_rate_after(const std::vector<EpochRecord>& history, const TrainingOptions& options);

}  // namespace ndpool

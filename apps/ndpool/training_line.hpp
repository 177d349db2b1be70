#pragma once

#include "ndpool/learn/train/train_run.hpp"
#include "terminal.hpp"

namespace ndpool::command {

/// One line on a terminal that is overwritten after every epoch, and one line per fold that stays; nothing if standard error is
/// not a terminal.
[[nodiscard]] std::function<void(const TrainingProgress&)> training_line(const CommonOptions& common);

}  // namespace ndpool::command

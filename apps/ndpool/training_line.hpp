#pragma once

#include "ndpool/learn/train/train_run.hpp"
#include "terminal.hpp"

namespace ndpool::command {

/// One line on a terminal that is written over and over, and one that stays for each fold; nothing where standard error is piped.
[[nodiscard]] std::function<void(const TrainingProgress&)> training_line(const CommonOptions& common);

}  // namespace ndpool::command

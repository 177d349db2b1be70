#pragma once

#include "ndpool/learn/train/train_run.hpp"
#include "terminal.hpp"

namespace ndpool::command {

/// Prints the result of a run, or of the folds of its part.
void print_run(const RunResult& result, const RunDescription& description, const CyclicPart& part, const CommonOptions& common);

}  // namespace ndpool::command

#pragma once

#include <functional>
#include <span>

#include "ndpool/learn/train/train_run.hpp"

namespace ndpool {

/// Makes of the folders of all parts of a run the folder that train_run would have written: the same bytes, except for times.
/// They may come in any order. `read` gives the dataset of the run, which predictions and the page need. Throws InvalidInput, one
/// line, if a folder has no run or another one, or if a fold is not finished in any of them or is in two; then nothing is
/// written.
[[nodiscard]] RunResult merge_runs(std::span<const std::filesystem::path> folders,
                                   const std::function<Dataset(const RunDescription&)>& read, const std::filesystem::path& output,
                                   const TrainRunControl& control);

}  // namespace ndpool

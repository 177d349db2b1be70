#pragma once

#include "ndpool/learn/train/run_folder.hpp"
#include "ndpool/learn/train/run_predictions.hpp"

namespace ndpool {

/// One self-contained HTML page about a run: curves of all folds with their mean, accuracy of every fold and class, confusion
/// matrix, the graphs that were classified wrongly with pictures of a few, times, parameters and options. `dataset` is what it
/// was trained on.
[[nodiscard]] std::string run_page(const RunDescription& description, const PreparedData& data, const Dataset& dataset,
                                   const std::vector<FoldState>& folds, const RunResult& result);

}  // namespace ndpool

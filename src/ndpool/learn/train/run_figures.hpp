#pragma once

#include <string>

#include "ndpool/draw/page/page.hpp"
#include "ndpool/learn/train/run_folder.hpp"

namespace ndpool {

// What the pages of all runs show.

/// "88.9 %".
[[nodiscard]] std::string per_cent(double share);

/// Loss and accuracy by epoch.
[[nodiscard]] PageFigure curve_figure(const std::vector<FoldState>& folds);

/// Accuracy, loss, epochs and seconds of each fold.
[[nodiscard]] PageFigure fold_figure(const std::vector<FoldState>& folds, const RunResult& result);

/// The resolved options as they are stored.
[[nodiscard]] PageFigure options_figure(std::string json);

/// Parameters and times.
[[nodiscard]] PageFacts cost_facts(const std::vector<FoldState>& folds, const RunResult& result);

}  // namespace ndpool

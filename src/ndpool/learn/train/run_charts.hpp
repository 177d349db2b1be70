#pragma once

#include "ndpool/draw/figure_parts.hpp"
#include "ndpool/learn/train/fold_training.hpp"

namespace ndpool {

/// Loss and accuracy by epoch for training and validation: a thin line for each fold, their mean with the range between the
/// lowest and the highest fold, and a dot at each chosen epoch. Folds end at different epochs; the mean is over those that are
/// still trained and ends with the shortest half. Long histories are thinned out.
[[nodiscard]] std::vector<ReportChart> run_charts(const std::vector<FoldState>& folds);

}  // namespace ndpool

#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// The supplement's training curves: training and validation accuracy over the epochs, averaged over the folds of a run, for the
/// runs that kept their metrics.
[[nodiscard]] ReportFigure fig_curves(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

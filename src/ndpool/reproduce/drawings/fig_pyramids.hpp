#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// The supplement's examples: six families, kept and dropped nodes and the coarse graphs of three levels, with thresholds.
[[nodiscard]] ReportFigure fig_pyramids(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

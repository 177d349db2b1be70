#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Fig. 6 and the supplement: spectral distance and edges left against the threshold epsilon, on level 3 of a sensor network, a
/// grid and a community graph.
[[nodiscard]] ReportFigure fig_epsilon(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

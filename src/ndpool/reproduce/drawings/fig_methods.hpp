#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Fig. 9: one graph of PROTEINS coarsened by GRACLUS, NMF and NDP, levels 0 to 2; the skeleton of a molecule if the data set is
/// not found.
[[nodiscard]] ReportFigure fig_methods(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

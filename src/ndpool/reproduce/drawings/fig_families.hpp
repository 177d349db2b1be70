#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// The supplement's six types of graph, drawn and as adjacency matrices.
[[nodiscard]] ReportFigure fig_families(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

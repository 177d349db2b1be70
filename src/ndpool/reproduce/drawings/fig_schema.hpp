#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Fig. 1: the three steps on one graph: kept and dropped nodes, Kron reduction, sparsified.
[[nodiscard]] ReportFigure fig_schema(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

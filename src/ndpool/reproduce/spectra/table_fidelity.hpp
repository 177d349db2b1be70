#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Lean and faithful levels against the exact reduction onto the same nodes, level by level: spectral distance, the angle between
/// the spaces of the ten lowest eigenvectors, and the relative error of resistance distances.
[[nodiscard]] ReportFigure table_fidelity(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

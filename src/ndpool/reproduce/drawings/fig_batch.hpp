#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// The supplement's mini-batch: three graphs as one disjoint union, and its coarsened level.
[[nodiscard]] ReportFigure fig_batch(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

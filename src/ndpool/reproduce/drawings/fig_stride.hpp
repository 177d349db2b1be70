#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Fig. 2: levels that are skipped; pooling from level 0 to level 3 at once.
[[nodiscard]] ReportFigure fig_stride(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

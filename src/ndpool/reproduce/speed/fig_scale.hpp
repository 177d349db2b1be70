#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Time and peak memory of a lean pyramid against nodes, up to 10^7 in the full run; what SciPy takes from compare.txt in
/// `results`. Depends on the machine.
[[nodiscard]] ReportFigure fig_scale(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

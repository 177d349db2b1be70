#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Table I with paired tests of NDP against every other method over the folds, corrected for many comparisons (Holm): which
/// differences the data support. The paper prints significant results in bold and does not say by which test.
[[nodiscard]] ReportFigure fig_significance(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

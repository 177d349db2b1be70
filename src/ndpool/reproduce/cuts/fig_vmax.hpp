#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Fig. 3: the entries of v_max and of v_max^s of a stochastic block model, nodes sorted by degree, and their distributions.
[[nodiscard]] ReportFigure fig_vmax(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool

#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Fig. 4 and the supplement: edges are added at random to an instance of each family until it is complete; the cut by the signs
/// of v_max^s without the random fallback, a random cut, the bound lambda_max^s / 2 and half of Trevisan's threshold against the
/// density. All edges weigh 1.
[[nodiscard]] ReportFigure fig_density(const ExperimentOptions& options, Seed seed);

/// The first density at which a random cut is larger than the spectral one; 1 if it never is.
[[nodiscard]] double crossing_density(const std::vector<double>& density, const std::vector<double>& spectral,
                                      const std::vector<double>& random);

}  // namespace ndpool

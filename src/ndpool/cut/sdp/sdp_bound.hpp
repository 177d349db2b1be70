#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// An upper bound on the fraction of the weight that any cut crosses, from the dual of the semidefinite relaxation of Goemans and
/// Williamson (1995): if diag(y) - L is positive semidefinite, no cut is heavier than sum(y) / 4. The y are those of the
/// relaxation in eight dimensions by the mixing method, y_i = d_i + |sum_j w_ij v_j|, scaled by the largest eigenvalue of
/// diag(y)^(-1/2) L diag(y)^(-1/2), component by component. At most lambda_max^s / 2 if both are exact, which y = lambda d gives.
///
/// 1 for a graph without edges, and for a component whose Lanczos iteration does not converge.
[[nodiscard]] double semidefinite_bound(const Graph& graph, Seed seed, const Parallel& parallel = {});

}  // namespace ndpool

#pragma once

#include "ndpool/linalg/eigen/top_eigenvector.hpp"

// Internal to linalg/eigen/: one of the two solvers behind top_eigenpair. Sets value, vector, residual, iterations and converged.
namespace ndpool {

/// Householder's tridiagonalisation. The graph has at least one node.
[[nodiscard]] TopEigenpair dense_top_eigenpair(const Graph& graph, Laplacian laplacian);

}  // namespace ndpool

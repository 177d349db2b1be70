#pragma once

#include "ndpool/cut/laplacian_operator.hpp"
#include "ndpool/cut/top_eigenvector.hpp"

// Internal to cut/: the two solvers behind top_eigenpair. Both set value, vector, residual, iterations and converged.
namespace ndpool {

/// Householder's tridiagonalisation. The graph has at least one node.
[[nodiscard]] TopEigenpair dense_top_eigenpair(const Graph& graph, Laplacian laplacian);

/// Lanczos' method; stops at `tolerance` (relative to the eigenvalue) or after `most_steps` products.
[[nodiscard]] TopEigenpair iterative_top_eigenpair(const LaplacianOperator& matrix, double tolerance, int most_steps, Seed seed);

[[nodiscard]] std::vector<double> random_unit_vector(std::size_t size, Seed seed);

}  // namespace ndpool

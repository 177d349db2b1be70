#pragma once

#include "ndpool/cut/laplacian_operator.hpp"
#include "ndpool/cut/top_eigenvector.hpp"

// Internal to cut/: the two solvers behind top_eigenpair. Both set value, vector, residual, iterations and converged.
namespace ndpool {

/// Householder's tridiagonalisation. The graph has at least one node.
[[nodiscard]] TopEigenpair dense_top_eigenpair(const Graph& graph, Laplacian laplacian);

/// Lanczos' method; stops at `tolerance` (relative to the eigenvalue) or after `most_steps` steps. Keeps at most
/// `most_numbers` of its basis (128 MiB) and makes the rest again at the end, with the same result.
[[nodiscard]] TopEigenpair iterative_top_eigenpair(const LaplacianOperator& matrix, double tolerance, int most_steps, Seed seed,
                                                   std::size_t most_numbers = std::size_t{1} << 24);

[[nodiscard]] std::vector<double> random_unit_vector(std::size_t size, Seed seed);

}  // namespace ndpool

#pragma once

#include "ndpool/linalg/eigen/laplacian_operator.hpp"
#include "ndpool/linalg/eigen/top_eigenvector.hpp"

// Internal to linalg/eigen/: one of the two solvers behind top_eigenpair. Sets value, vector, residual, iterations and converged.
namespace ndpool {

/// Lanczos' method; stops at `tolerance` (relative to the eigenvalue) or after `most_steps` steps. Stores at most
/// `most_numbers` numbers of its basis (128 MiB) and computes the rest again at the end, with the same result.
[[nodiscard]] TopEigenpair iterative_top_eigenpair(const LaplacianOperator& matrix, double tolerance, int most_steps, Seed seed,
                                                   std::size_t most_numbers = std::size_t{1} << 24);

[[nodiscard]] std::vector<double> random_unit_vector(std::size_t size, Seed seed);

}  // namespace ndpool

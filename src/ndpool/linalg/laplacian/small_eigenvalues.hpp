// Internal: the smallest eigenvalues of a connected graph.
#pragma once

#include <vector>

#include "ndpool/graph/graph.hpp"
#include "ndpool/linalg/eigen/leading_eigenpairs.hpp"

namespace ndpool {

/// The `count` (at least 1) smallest non-zero eigenvalues of L = D - A of a connected graph, ascending, or all n - 1 of them if
/// there are fewer, from the eigenvectors of the pseudo-inverse of L. Multiple eigenvalues are repeated by multiplicity. Throws
/// NumericalFailure if Lanczos does not converge.
[[nodiscard]] std::vector<double> small_eigenvalues(const Graph& connected, int count,
                                                    EigenMethod method = EigenMethod::automatic);

}  // namespace ndpool

#pragma once

#include <vector>

#include "ndpool/graph/laplacian.hpp"

namespace ndpool {

/// All eigenvalues of a Laplacian, ascending; self-loops never count. As many are exactly zero as there are connected
/// components; the others are accurate to about 1e-14 of the largest. Full matrices, one component at a time: throws
/// TooLarge for a component above 20000 nodes or beyond the free memory.
///
/// @code
/// const auto values = laplacian_spectrum(complete_graph(5));  // 0, 5, 5, 5, 5
/// assert(values.front() == 0 && std::abs(values.back() - 5) < 1e-12);
/// @endcode
[[nodiscard]] std::vector<double> laplacian_spectrum(const Graph& graph, Laplacian kind = Laplacian::combinatorial);

/// The `count` smallest non-zero eigenvalues of L = D - A, ascending, or all of them if there are fewer; for c connected
/// components these are the eigenvalues c + 1 to c + count. Multiple eigenvalues are repeated. Accurate to 1e-8 of each value,
/// however small, as long as the weights allow the Laplacian to be solved at all.
///
/// Small components, and those of which a quarter of the spectrum is wanted, are solved with full matrices, the others by
/// Lanczos on the pseudo-inverse with a sparse factor, which takes seconds for a mesh of 10^5 nodes but a minute for a random
/// graph of 2 * 10^4, whose factor fills in. Throws InvalidInput unless count is positive, TooLarge if a matrix or factor does
/// not fit in memory, NumericalFailure without convergence.
[[nodiscard]] std::vector<double> smallest_nonzero_eigenvalues(const Graph& graph, int count);

}  // namespace ndpool

#pragma once

#include <cstdint>
#include <string_view>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// Which Laplacian of a graph. D is the diagonal of the degrees; self-loops count neither in D nor in A.
enum class Laplacian : std::uint8_t {
    symmetric,      ///< I - D^(-1/2) A D^(-1/2), eigenvalues in [0, 2]; an isolated node has a zero row
    combinatorial,  ///< L = D - A, row sums zero
};

/// The word for a Laplacian on the command line and in files, and back; throws InvalidInput for other words.
[[nodiscard]] std::string_view name_of(Laplacian laplacian);
[[nodiscard]] Laplacian laplacian_named(std::string_view name);

/// The Laplacian as compressed sorted rows, symmetric to the last bit, without stored zeros.
///
/// @code
/// const SparseMatrix laplacian = laplacian_matrix(path_graph(2), Laplacian::combinatorial);
/// assert(laplacian.values == std::vector<double>({1, -1, -1, 1}));
/// @endcode
[[nodiscard]] SparseMatrix laplacian_matrix(const Graph& graph, Laplacian kind);

/// The loopy Laplacian Q = D - A + 2 diag(A) of the paper's appendix on self-loops, where D does not count them: the
/// sum of a row is the node's self-loop, which makes it a conductance to ground. Equals L if there is no loop.
[[nodiscard]] SparseMatrix loopy_laplacian(const Graph& graph);

}  // namespace ndpool

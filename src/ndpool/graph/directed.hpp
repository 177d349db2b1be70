#pragma once

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// What to do with a directed graph, whose adjacency matrix A is not symmetric.
enum class Symmetrize : std::uint8_t {
    refuse,
    max,    ///< max(a_ij, a_ji)
    mean,   ///< (A + A^T) / 2
    sum,    ///< A + A^T
    chung,  ///< (Phi P + P^T Phi) / 2, the off-diagonal part of Chung's Laplacian of a digraph (2005)
};

/// The undirected version of a directed graph, which is given by its square matrix of non-negative weights (sorted rows, no
/// duplicates). `refuse` demands symmetry like Graph::from_adjacency.
///
/// chung: P is the random walk along the arcs and Phi the diagonal of its stationary vector, which sums to one. Throws
/// InvalidInput unless every connected component is strongly connected, because only then is the vector unique. With several
/// components, the entries of a component sum to its fraction of the nodes. NumericalFailure if the walk mixes too slowly.
///
/// @code
/// const std::vector<Entry> arcs = {{0, 1, 1.0}, {1, 2, 4.0}};
/// const Graph graph = undirected(matrix_from_entries(3, 3, arcs), Symmetrize::mean);
/// assert(graph.weight(1, 0) == 0.5 && graph.weight(2, 1) == 2);
/// @endcode
[[nodiscard]] Graph undirected(const SparseMatrix& arcs, Symmetrize how);

}  // namespace ndpool

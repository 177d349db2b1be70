#pragma once

#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// Entries of a harmonic restriction below this are dropped, unless it is asked otherwise.
inline constexpr double harmonic_drop_below = 0.01;

/// The restriction that belongs to Kron reduction: X' = R X spreads every node of the stored level before (of the base for
/// index 0) over the nodes of pyramid.levels[index]. A kept node stays with itself; a dropped node goes to the kept nodes in
/// the proportions of its row of -L(V-,V-)^-1 L(V-,V+), the probabilities that a random walk from it reaches each of them first.
/// They sum to one, so pooling by R changes no sum over all nodes. R is the transpose of the harmonic extension
/// (Lift::harmonic), and like it is taken in the base graph, which is right for thresholded levels and composes over levels
/// that were not stored. Self-loops do not count.
///
/// Entries below `drop_below` are dropped, the largest of a node excepted, and the others are scaled to sum one again; so no
/// node has more than 1 / drop_below of them. Columns of nodes that are connected to no kept node are empty. Throws InvalidInput
/// if there is no such level, or if levels have assignment matrices.
///
/// @code
/// const Pyramid pyramid = ndp_pyramid(path_graph(5), {.levels = {1}}, Seed(1));  // keeps nodes 0, 2 and 4
/// const SparseMatrix restriction = harmonic_restriction(pyramid, 0);
/// assert(restriction.indices == std::vector<NodeId>({0, 1, 1, 2, 3, 3, 4}));  // node 1 goes to 0 and 2 in equal parts
/// assert(restriction.values == std::vector<double>({1, 0.5, 0.5, 1, 0.5, 0.5, 1}));
/// @endcode
[[nodiscard]] SparseMatrix harmonic_restriction(const Pyramid& pyramid, std::size_t index,
                                                double drop_below = harmonic_drop_below);

}  // namespace ndpool

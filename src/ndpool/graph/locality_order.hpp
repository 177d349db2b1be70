#pragma once

#include <span>
#include <vector>

#include "ndpool/graph/placed_graph.hpp"

// Orders of nodes in which neighbours are close to each other: machines that take slices of such an order share few edges.
namespace ndpool {

/// The nodes along a Hilbert curve through their positions. Takes the finite part of the plane that they span; equal points
/// stay in the order of their numbers.
[[nodiscard]] std::vector<NodeId> hilbert_order(std::span<const Point> positions);

/// An order for graphs without positions: every connected component by itself is halved again and again, each time by the
/// levels of a breadth-first search from a node that is far from the others, down to pieces of about a thousand nodes.
[[nodiscard]] std::vector<NodeId> bisection_order(const Graph& graph);

/// The graph with node order[i] as its node i; `order` must be a permutation.
///
/// @code
/// const PlacedGraph grid = grid_graph(16, 16);
/// const Graph along_curve = reordered(grid.graph, hilbert_order(grid.positions));
/// assert(ghost_share(along_curve, 4) <= ghost_share(grid.graph, 4));
/// @endcode
[[nodiscard]] Graph reordered(const Graph& graph, std::span<const NodeId> order);

/// The largest number of nodes that one of `slices` equal slices of the nodes has as neighbours in other slices, as a fraction
/// of the nodes of a slice.
[[nodiscard]] double ghost_share(const Graph& graph, int slices);

}  // namespace ndpool

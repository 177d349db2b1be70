#pragma once

#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

// Graphs without randomness. All throw InvalidInput for a size below 1. Weights are 1 unless said otherwise.

/// Every node joined to the next in its row and in its column; node row * columns + column lies at (column, row).
/// Bipartite. TooLarge if the nodes cannot be numbered.
///
/// @code
/// const PlacedGraph grid = grid_graph(3, 4);
/// assert(grid.graph.node_count() == 12 && grid.graph.edge_count() == 17);
/// @endcode
[[nodiscard]] PlacedGraph grid_graph(NodeId rows, NodeId columns);

/// The grid closed to rings in both directions. A side of 2 or 1 has nothing to close: no edge is doubled and no
/// node joined to itself. Bipartite if every odd side is 1.
[[nodiscard]] PlacedGraph torus_graph(NodeId rows, NodeId columns);

/// A cycle, on the unit circle; 2 nodes are an edge and 1 node is alone. Bipartite if even.
[[nodiscard]] PlacedGraph ring_graph(NodeId nodes);

[[nodiscard]] Graph path_graph(NodeId nodes);

/// Node 0 is the hub of the others.
[[nodiscard]] Graph star_graph(NodeId nodes);

[[nodiscard]] Graph complete_graph(NodeId nodes);

/// The pixels of an image, each joined to its nearest pixels (of equally far ones those with smaller numbers), with edges in
/// both directions: the MNIST graph of Defferrard et al. (2016). The weight is exp(-d^2 / sigma^2), where sigma is the mean
/// distance to the last of a pixel's neighbours. The number of neighbours must be at least 1 and less than the number of
/// pixels.
[[nodiscard]] PlacedGraph knn_grid_graph(NodeId rows, NodeId columns, NodeId neighbors);

}  // namespace ndpool

#pragma once

#include <cstddef>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// The length at which each entry of the adjacency matrix should be drawn, in the order of its indices: 1 where the two ends
/// share no neighbour, down to 1/5 where they share all, so that communities stand out while trees, rings and grids keep equal
/// edges. Edge weights play no part.
[[nodiscard]] std::vector<double> drawn_lengths(const Graph& graph);

/// Some nodes far from each other, and the shortest paths from them to all nodes.
struct Pivots {
    std::vector<NodeId> nodes;
    std::vector<std::vector<double>> distance;  ///< distance[p][node] from pivot p; every node is reached
    std::vector<std::size_t> nearest;           ///< index of the pivot closest to each node
};

/// Farthest-first pivots of a connected graph from node 0 on: each is as far as possible from those before it. `lengths` are
/// those of drawn_lengths; `count` is at most the number of nodes.
[[nodiscard]] Pivots farthest_pivots(const Graph& connected, const std::vector<double>& lengths, std::size_t count);

}  // namespace ndpool

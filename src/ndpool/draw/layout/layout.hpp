#pragma once

#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// Positions for a graph that has none, one for each node, all finite; the y axis points up and a typical edge has length 1.
/// Rings, complete graphs and stars become circles, other connected graphs follow the lengths of their shortest paths and are
/// rotated to fill a wide rectangle. The components of a graph are placed side by side, the largest first; isolated nodes form
/// a strip below. Edge weights play no part. The same seed gives the same bits.
///
/// @code
/// assert(graph_layout(barabasi_albert_graph(30, 2, Seed(1)), Seed(1)).size() == 30);
/// @endcode
[[nodiscard]] std::vector<Point> graph_layout(const Graph& graph, Seed seed);

}  // namespace ndpool

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// The edges that make a graph on points connected: every component is joined to the nearest other one by their
/// nearest pair of points, until only one is left. No edges if the graph is connected.
[[nodiscard]] std::vector<Edge> joining_edges(std::span<const Point> points, const Graph& graph,
                                              const std::function<double(double)>& weight);

}  // namespace ndpool

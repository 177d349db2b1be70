#pragma once

#include <span>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// Breadth-first two-colouring from `start` over its connected component; self-loops are ignored. On success
/// every node of the component has side[node] = +1 or -1, start +1, and neighbours differ. Returns false, with
/// the component's sides back at 0, if the component is not bipartite. `side` must be 0 on the component.
/// `queue` is room that may be used again for the next component; what it holds means nothing.
bool two_colour(const Graph& graph, NodeId start, std::span<signed char> side, std::vector<NodeId>& queue);

/// Whether every edge that is not a self-loop joins two colours.
[[nodiscard]] bool is_bipartite(const Graph& graph);

}  // namespace ndpool

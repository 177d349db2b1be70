#pragma once

#include <span>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// Breadth-first two-colouring from `start` over its connected component; self-loops are ignored. On success every node of the
/// component has side[node] = +1 or -1, start +1, and neighbours differ. Returns false, with the component's sides back at 0,
/// if the component is not bipartite. `side` must be 0 on the component. `queue` is a buffer that can be reused for the next
/// component; its content has no meaning.
bool two_colour(const Graph& graph, NodeId start, std::span<signed char> side, std::vector<NodeId>& queue);

/// Whether the graph is bipartite; self-loops are ignored.
///
/// @code
/// assert(is_bipartite(ring_graph(6).graph) && !is_bipartite(ring_graph(5).graph));
/// @endcode
[[nodiscard]] bool is_bipartite(const Graph& graph);

}  // namespace ndpool

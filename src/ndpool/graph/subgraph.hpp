#pragma once

#include <span>

#include "ndpool/graph/components.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// The graph induced on some nodes (ascending, no duplicates), renumbered 0, 1, ... in their order.
///
/// @code
/// const std::vector<NodeId> middle = {1, 2, 3};
/// assert(induced_subgraph(path_graph(5), middle) == path_graph(3));
/// @endcode
[[nodiscard]] Graph induced_subgraph(const Graph& graph, std::span<const NodeId> nodes);

/// The disjoint union of all graphs, one after the other, as mini-batches use it.
[[nodiscard]] Graph disjoint_union(std::span<const Graph> graphs);

/// Each connected component as a graph of its own, nodes in ascending order. The time is proportional to the size of the graph,
/// not to the number of components times its nodes.
[[nodiscard]] std::vector<Graph> component_graphs(const Graph& graph, const Components& components);

}  // namespace ndpool

#pragma once

#include <span>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// The graph induced on some nodes (ascending, no duplicates), renumbered 0, 1, ... in their order.
[[nodiscard]] Graph induced_subgraph(const Graph& graph, std::span<const NodeId> nodes);

/// One graph of all, one after the other: the disjoint union that mini-batches are.
[[nodiscard]] Graph disjoint_union(std::span<const Graph> graphs);

}  // namespace ndpool

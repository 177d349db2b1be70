#pragma once

#include <span>
#include <utility>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

using NodePair = std::pair<NodeId, NodeId>;

/// The graph with an edge of weight 1 for every pair. The pairs must be different edges between different nodes, in either
/// direction; fastest if first < second and the pairs are sorted by either.
[[nodiscard]] Graph unit_graph(NodeId nodes, std::span<const NodePair> pairs);

}  // namespace ndpool

#pragma once

#include <span>
#include <utility>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

using NodePair = std::pair<NodeId, NodeId>;

/// The graph with an edge of weight 1 for every pair. The pairs must be different edges between different
/// nodes, whichever way round; quickest if first < second and they are sorted by either.
[[nodiscard]] Graph unit_graph(NodeId nodes, std::span<const NodePair> pairs);

}  // namespace ndpool

#pragma once

#include "ndpool/cut/cut.hpp"

// Internal to kron/: an order of the nodes in which neighbours are near each other.
namespace ndpool {

/// Numbers for the nodes of a graph, dropped ones first, patch by patch: whatever the order of the input, the rows that
/// an elimination uses together are in cache together.
struct PatchOrder {
    std::vector<NodeId> number;         ///< number of each node of the graph
    std::vector<NodeId> node;           ///< node that has each number
    std::vector<NodeId> parent;         ///< number of the parent of each number in a spanning forest, -1 for roots
    std::vector<NodeId> patches = {0};  ///< where the dropped nodes of each patch begin, and where the last ones end
    NodeId inside = 0;                  ///< how many nodes are dropped
};

[[nodiscard]] PatchOrder locality_order(const Graph& graph, const Cut& cut);

}  // namespace ndpool

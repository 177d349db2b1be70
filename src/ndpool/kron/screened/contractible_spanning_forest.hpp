#pragma once

#include <span>
#include <vector>

#include "ndpool/graph/sparse_matrix.hpp"

// Internal to kron/: a spanning forest that keeps a graph connected while nodes are eliminated.
namespace ndpool {

/// A spanning forest that shrinks as nodes are eliminated: an eliminated node is contracted into one of its neighbours. After
/// a star-mesh transform the other neighbours are joined to that one, so every edge of the contracted forest is an
/// edge of the graph, and as long as none of them is dropped the graph keeps its components.
class ContractibleSpanningForest {
public:
    /// parents[node] is the node's parent, -1 for a root.
    explicit ContractibleSpanningForest(std::span<const NodeId> parents);

    /// Calls `visit` with each neighbour of a node that is not eliminated; some neighbours may come more than once.
    template <typename Visit>
    void visit_neighbors(NodeId node, Visit visit) {
        for (const NodeId stored : neighbors_[node]) {
            const NodeId neighbor = find(stored);
            if (neighbor != node) {
                visit(neighbor);
            }
        }
    }
    void contract(NodeId node);

private:
    /// The node that `node` has been contracted into, itself if it is not eliminated.
    NodeId find(NodeId node);

    std::vector<std::vector<NodeId>> neighbors_;
    std::vector<NodeId> into_;
};

}  // namespace ndpool

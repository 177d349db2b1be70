#pragma once

#include "ndpool/graph/assemble.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// Undirected graph with weights of either sign, as the instances of MAXCUT have them (spin glasses). Its matrix has the
/// properties of a Graph's matrix, except for the signs. It can be cut, not coarsened: Laplacians need weights of at least 0.
///
/// @code
/// const std::vector<Edge> edges = {{0, 1, 1.0}, {1, 2, -1.0}};
/// assert(SignedGraph::from_edges(3, edges).has_negative_weight());
/// @endcode
class SignedGraph {
public:
    SignedGraph() = default;

    /// Throws as Graph::from_adjacency does, and also if the signs of a_ij and a_ji differ.
    static SignedGraph from_adjacency(SparseMatrix adjacency);
    /// Each edge once, in any order and direction.
    static SignedGraph from_edges(NodeId nodes, std::span<const Edge> edges);

    [[nodiscard]] NodeId node_count() const { return adjacency_.rows; }
    [[nodiscard]] const SparseMatrix& adjacency() const { return adjacency_; }
    [[nodiscard]] bool has_negative_weight() const;

    bool operator==(const SignedGraph&) const = default;

private:
    SparseMatrix adjacency_;
};

}  // namespace ndpool

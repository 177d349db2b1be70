#pragma once

#include <span>
#include <vector>

#include "ndpool/base/error.hpp"
#include "ndpool/graph/sparse_matrix.hpp"

namespace ndpool {

/// An entry that no adjacency matrix of an undirected graph can have. Readers translate row and column into a line.
class InvalidEntry : public InvalidInput {
public:
    InvalidEntry(NodeId row, NodeId column, const std::string& reason);

    NodeId row;
    NodeId column;
    std::string reason;  ///< what is wrong and what was expected, without the place
};

/// One undirected edge; a self-loop has from == to.
struct Edge {
    NodeId from;
    NodeId to;
    double weight = 1.0;

    bool operator==(const Edge&) const = default;
};

/// Undirected weighted graph. Its adjacency matrix is square, symmetric to the last bit, finite and non-negative, with sorted
/// columns, no duplicate and no stored zero in any row. These properties always hold.
///
/// @code
/// const std::vector<Edge> edges = {{0, 1}, {1, 2, 0.5}};
/// const Graph graph = Graph::from_edges(3, edges);
/// assert(graph.edge_count() == 2 && graph.neighbors(1).size() == 2);
/// assert(graph.weight(2, 1) == 0.5 && degree_of(graph, 1) == 1.5);
/// @endcode
class Graph {
public:
    /// The graph without nodes.
    Graph() = default;

    /// Checks everything and throws InvalidEntry with the first offending entry (InvalidInput if the arrays
    /// do not fit together). Columns may come unsorted. Stored zeros are dropped; a pair that differs by at
    /// most 1e-9 relative, as rounding leaves it, is replaced by its mean.
    static Graph from_adjacency(SparseMatrix adjacency);

    /// Each edge once, in any order and direction. Throws InvalidEntry like from_adjacency.
    static Graph from_edges(NodeId nodes, std::span<const Edge> edges);

    /// For code that builds a valid matrix by construction: checked in debug builds only.
    static Graph from_symmetric(SparseMatrix adjacency);

    /// This graph with all weights multiplied by a positive factor, without a copy.
    [[nodiscard]] Graph scaled_by(double factor) &&;

    [[nodiscard]] NodeId node_count() const { return adjacency_.rows; }
    /// Undirected edges, each counted once; a self-loop is one edge.
    [[nodiscard]] EntryIndex edge_count() const { return (entry_count() - self_loops_) / 2 + self_loops_; }
    [[nodiscard]] EntryIndex entry_count() const { return static_cast<EntryIndex>(adjacency_.indices.size()); }
    [[nodiscard]] EntryIndex self_loop_count() const { return self_loops_; }

    [[nodiscard]] std::span<const NodeId> neighbors(NodeId node) const {
        return {adjacency_.indices.data() + adjacency_.offsets[node], row_size(node)};
    }
    [[nodiscard]] std::span<const double> weights(NodeId node) const {
        return {adjacency_.values.data() + adjacency_.offsets[node], row_size(node)};
    }
    /// Weight of the edge between two nodes, 0 if there is none.
    [[nodiscard]] double weight(NodeId from, NodeId to) const;

    [[nodiscard]] const SparseMatrix& adjacency() const { return adjacency_; }

    bool operator==(const Graph&) const = default;

private:
    explicit Graph(SparseMatrix adjacency);

    [[nodiscard]] std::size_t row_size(NodeId node) const {
        return static_cast<std::size_t>(adjacency_.offsets[node + 1] - adjacency_.offsets[node]);
    }

    SparseMatrix adjacency_;
    EntryIndex self_loops_ = 0;
};

/// Sum of a node's edge weights without its self-loop: the degree of the paper's Laplacian.
[[nodiscard]] double degree_of(const Graph& graph, NodeId node);
/// degree_of for every node.
[[nodiscard]] std::vector<double> degrees(const Graph& graph);
/// Weight of all edges that are not self-loops, each counted once.
[[nodiscard]] double total_weight(const Graph& graph);
/// Every edge once with from <= to, sorted.
[[nodiscard]] std::vector<Edge> edges_of(const Graph& graph);

}  // namespace ndpool

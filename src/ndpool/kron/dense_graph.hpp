#pragma once

#include <optional>
#include <vector>

#include "ndpool/graph/graph.hpp"
#include "ndpool/kron/exact/upper_triangle.hpp"

namespace ndpool {

/// A graph in which most pairs of nodes have an edge, as exact levels are where the cut is poor: the weights of all pairs, zero
/// where there is no edge, and of all self-loops. Takes a third of the memory of a Graph with the same edges.
struct DenseGraph {
    UpperTriangle weights;
    std::vector<double> loops;

    DenseGraph() = default;
    /// Without edges.
    explicit DenseGraph(std::size_t nodes) : weights(nodes), loops(nodes, 0.0) {}
    [[nodiscard]] NodeId node_count() const { return static_cast<NodeId>(loops.size()); }
};

/// A dense graph and what one pass over all its pairs finds.
struct DenseLevel {
    explicit DenseLevel(DenseGraph graph);

    DenseGraph graph;
    std::vector<double> degrees;    ///< the same bits as those of the Graph
    std::vector<NodeId> neighbors;  ///< how many each node has, itself included if it has a self-loop
    EntryIndex self_loops = 0;
    EntryIndex entries = 0;  ///< of the adjacency matrix

    [[nodiscard]] EntryIndex edge_count() const { return (entries + self_loops) / 2; }
};

/// The same graph with all its edges.
[[nodiscard]] Graph graph_of(const DenseGraph& graph);
/// The graph with the edges and self-loops of a weight above `least`.
[[nodiscard]] Graph edges_above(const DenseGraph& graph, double least);
/// The largest weight of an edge between two nodes.
[[nodiscard]] double largest_weight(const DenseGraph& graph);
/// What significant_edges of cut/ finds for the Graph.
[[nodiscard]] std::optional<Graph> significant_edges(const DenseLevel& level);

}  // namespace ndpool

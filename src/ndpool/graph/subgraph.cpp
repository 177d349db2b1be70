#include "ndpool/graph/subgraph.hpp"

#include <algorithm>

namespace ndpool {

namespace {

/// The graph induced on `nodes`; renumbered[node] is the new number, negative for nodes that are left out.
Graph renumbered_subgraph(const Graph& graph, std::span<const NodeId> nodes, const std::vector<NodeId>& renumbered) {
    SparseMatrix result{static_cast<NodeId>(nodes.size()), static_cast<NodeId>(nodes.size()), {0}, {}, {}};
    std::size_t entries = 0;
    for (const NodeId node : nodes) {
        const auto neighbors = graph.neighbors(node);
        entries += static_cast<std::size_t>(
            std::count_if(neighbors.begin(), neighbors.end(), [&](NodeId neighbor) { return renumbered[neighbor] >= 0; }));
    }
    result.offsets.reserve(nodes.size() + 1);
    result.indices.reserve(entries);
    result.values.reserve(entries);
    for (const NodeId node : nodes) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (renumbered[neighbors[k]] >= 0) {
                result.indices.push_back(renumbered[neighbors[k]]);
                result.values.push_back(weights[k]);
            }
        }
        result.offsets.push_back(static_cast<EntryIndex>(result.indices.size()));
    }
    return Graph::from_symmetric(std::move(result));
}

}  // namespace

Graph induced_subgraph(const Graph& graph, std::span<const NodeId> nodes) {
    std::vector<NodeId> renumbered(static_cast<std::size_t>(graph.node_count()), -1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        renumbered[nodes[i]] = static_cast<NodeId>(i);
    }
    return renumbered_subgraph(graph, nodes, renumbered);
}

std::vector<Graph> component_graphs(const Graph& graph, const Components& components) {
    std::vector<NodeId> renumbered(static_cast<std::size_t>(graph.node_count()), -1);
    std::vector<Graph> parts;
    parts.reserve(static_cast<std::size_t>(components.count()));
    for (NodeId c = 0; c < components.count(); ++c) {
        const auto nodes = components.nodes(c);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            renumbered[nodes[i]] = static_cast<NodeId>(i);
        }
        parts.push_back(renumbered_subgraph(graph, nodes, renumbered));
    }
    return parts;
}

Graph disjoint_union(std::span<const Graph> graphs) {
    SparseMatrix result;
    for (const Graph& graph : graphs) {
        const SparseMatrix& part = graph.adjacency();
        const EntryIndex entries = result.offsets.back();
        for (std::size_t row = 1; row < part.offsets.size(); ++row) {
            result.offsets.push_back(entries + part.offsets[row]);
        }
        for (const NodeId column : part.indices) {
            result.indices.push_back(result.rows + column);
        }
        result.values.insert(result.values.end(), part.values.begin(), part.values.end());
        result.rows += part.rows;
    }
    result.columns = result.rows;
    return Graph::from_symmetric(std::move(result));
}

}  // namespace ndpool

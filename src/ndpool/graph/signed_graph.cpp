#include "ndpool/graph/signed_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ndpool {

SignedGraph SignedGraph::from_adjacency(SparseMatrix adjacency) {
    // Building the graph of the magnitudes checks everything but the signs, and removes asymmetry that rounding left.
    SparseMatrix magnitudes = adjacency;
    for (double& value : magnitudes.values) {
        value = std::abs(value);
    }
    magnitudes = Graph::from_adjacency(std::move(magnitudes)).adjacency();
    sort_rows(adjacency);
    drop_zeros(adjacency);
    for (std::size_t k = 0; k < magnitudes.values.size(); ++k) {
        adjacency.values[k] = std::copysign(magnitudes.values[k], adjacency.values[k]);
    }
    const SparseMatrix mirrored = transpose(adjacency);
    for (NodeId row = 0; row < adjacency.rows; ++row) {
        for (EntryIndex k = adjacency.offsets[row]; k < adjacency.offsets[row + 1]; ++k) {
            if (adjacency.values[k] != mirrored.values[k]) {
                throw InvalidEntry(row, adjacency.indices[k],
                                   fmt::format("the weight is {}, but {} in the other direction: expected the same",
                                               adjacency.values[k], mirrored.values[k]));
            }
        }
    }
    SignedGraph graph;
    graph.adjacency_ = std::move(adjacency);
    return graph;
}

SignedGraph SignedGraph::from_edges(NodeId nodes, std::span<const Edge> edges) {
    std::vector<Entry> entries;
    for (const Edge& edge : edges) {
        entries.push_back({edge.from, edge.to, edge.weight});
        if (edge.from != edge.to) {
            entries.push_back({edge.to, edge.from, edge.weight});
        }
    }
    return from_adjacency(matrix_from_entries(nodes, nodes, entries));
}

bool SignedGraph::has_negative_weight() const {
    return std::any_of(adjacency_.values.begin(), adjacency_.values.end(), [](double weight) { return weight < 0; });
}

}  // namespace ndpool

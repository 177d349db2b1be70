#include "ndpool/cut/spectral/significant_edges.hpp"

#include "ndpool/graph/components.hpp"
#include "ndpool/graph/two_colouring.hpp"

namespace ndpool {

bool is_formally_dense(NodeId nodes, EntryIndex entries) {
    constexpr EntryIndex least_nodes = 512;    // below, the eigensolver takes the full matrix
    constexpr EntryIndex pairs_per_entry = 2;  // decides time: without negligible edges the cut is the same (if_cut_alike)
    const EntryIndex n = nodes;
    return n > least_nodes && entries * pairs_per_entry >= n * n;
}

bool ignores_negligible_edges(const CutOptions& options) {
    return options.method == CutMethod::spectral && options.components == ComponentPolicy::each;
}

std::optional<Graph> significant_edges(const Graph& graph) {
    const NegligibleEdges negligible(degrees(graph));
    SparseMatrix matrix{graph.node_count(), graph.node_count(), {0}, {}, {}};
    matrix.offsets.reserve(static_cast<std::size_t>(graph.node_count()) + 1);
    std::size_t count = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        if (matrix.indices.size() < count + neighbors.size()) {
            matrix.indices.resize(std::max(2 * count, count + neighbors.size()));
            matrix.values.resize(matrix.indices.size());
        }
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            matrix.indices[count] = neighbors[k];
            matrix.values[count] = weights[k];
            count += !negligible(node, neighbors[k], weights[k]) || neighbors[k] == node ? 1 : 0;
        }
        matrix.offsets.push_back(static_cast<EntryIndex>(count));
    }
    matrix.indices.resize(count);
    matrix.values.resize(count);
    return if_cut_alike(Graph::from_symmetric(std::move(matrix)));
}

std::optional<Graph> if_cut_alike(Graph graph) {
    if (component_count(graph) != 1 || is_bipartite(graph)) {
        return std::nullopt;
    }
    return std::optional<Graph>(std::move(graph));
}

}  // namespace ndpool

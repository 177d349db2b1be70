#include "ndpool/kron/level_graph.hpp"

#include "ndpool/cut/cut_graph.hpp"

namespace ndpool {

NodeId node_count(const LevelGraph& level) {
    const Graph* graph = std::get_if<Graph>(&level);
    return graph != nullptr ? graph->node_count() : std::get<DenseLevel>(level).graph.node_count();
}

EntryIndex edge_count(const LevelGraph& level) {
    const Graph* graph = std::get_if<Graph>(&level);
    return graph != nullptr ? graph->edge_count() : std::get<DenseLevel>(level).edge_count();
}

Graph graph_of(LevelGraph level) {
    if (std::holds_alternative<Graph>(level)) {
        return std::get<Graph>(std::move(level));
    }
    return graph_of(std::get<DenseLevel>(level).graph);
}

Cut cut_level(const LevelGraph& level, const CutOptions& options, Seed seed) {
    if (const Graph* graph = std::get_if<Graph>(&level)) {
        return cut_graph(*graph, options, seed);
    }
    const DenseLevel& dense = std::get<DenseLevel>(level);
    // Cutting the significant edges again finds no negligible ones: without those, degrees are smaller.
    std::optional<Graph> significant = significant_edges(dense);
    if (!significant) {
        significant = graph_of(dense.graph);
    }
    return cut_graph(*significant, options, seed);
}

}  // namespace ndpool

#include "ndpool/pyramid/graclus/matching.hpp"

#include "ndpool/base/stop.hpp"

namespace ndpool {

namespace {

/// The partner of each node, itself if it stays alone.
std::vector<NodeId> partners(const Graph& graph, std::span<const NodeId> order) {
    const std::vector<double> degree = degrees(graph);
    std::vector<NodeId> partner(degree.size(), -1);
    for (const NodeId node : order) {
        if (node % 4096 == 0) {
            stop_if_requested();
        }
        if (partner[node] >= 0) {
            continue;
        }
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        NodeId best = node;
        double best_score = -1;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const NodeId other = neighbors[k];
            if (other == node || partner[other] >= 0) {
                continue;
            }
            // Quotients of at most 1: reciprocals of tiny degrees would overflow.
            const double score = weights[k] / degree[node] + weights[k] / degree[other];
            if (score > best_score) {
                best = other;
                best_score = score;
            }
        }
        partner[node] = best;
        partner[best] = node;
    }
    return partner;
}

}  // namespace

Clusters matched_pairs(const Graph& graph, std::span<const NodeId> order) {
    Clusters clusters{partners(graph, order), 0};
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const NodeId partner = clusters.of[node];
        clusters.of[node] = partner < node ? clusters.of[partner] : clusters.count++;
    }
    return clusters;
}

}  // namespace ndpool

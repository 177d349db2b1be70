#include "ndpool/reproduce/spectra/resistance_sampling.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/analysis/resistance.hpp"

namespace ndpool {

std::vector<double> edge_leverages(const Graph& graph) {
    const std::vector<Edge> edges = edges_of(graph);
    std::vector<std::pair<NodeId, NodeId>> pairs;
    pairs.reserve(edges.size());
    for (const Edge& edge : edges) {
        pairs.emplace_back(edge.from, edge.to);
    }
    std::vector<double> leverage = resistance_distances(graph, pairs);
    for (std::size_t e = 0; e < edges.size(); ++e) {
        leverage[e] *= edges[e].weight;
    }
    return leverage;
}

Graph sample_by_resistance(const Graph& graph, const std::vector<double>& leverage, std::size_t samples, Seed seed) {
    std::vector<Edge> edges = edges_of(graph);
    std::vector<double> sums(leverage.size());
    std::partial_sum(leverage.begin(), leverage.end(), sums.begin());
    std::vector<std::size_t> draws(edges.size(), 0);
    Random random(seed);
    for (std::size_t s = 0; s < samples && !edges.empty(); ++s) {
        const double target = random.uniform() * sums.back();
        const auto found = std::upper_bound(sums.begin(), sums.end(), target);
        ++draws[std::min(static_cast<std::size_t>(found - sums.begin()), edges.size() - 1)];
    }
    std::vector<Edge> kept;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        if (draws[e] > 0) {
            const double expected = static_cast<double>(samples) * leverage[e] / sums.back();
            kept.push_back({edges[e].from, edges[e].to, edges[e].weight * static_cast<double>(draws[e]) / expected});
        }
    }
    return Graph::from_edges(graph.node_count(), kept);
}

}  // namespace ndpool

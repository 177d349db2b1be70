#include "ndpool/cut/greedy_cut.hpp"

#include <cmath>

namespace ndpool {

Side better_side(const Graph& graph, NodeId node, std::span<const Side> sides, Side on_tie) {
    constexpr double tie = 1e-6;  // Steadiness.ShakenWeightsGiveTheSamePartition changes weights by up to 1e-8
    const auto neighbors = graph.neighbors(node);
    const auto weights = graph.weights(node);
    double pull = 0;
    double all = 0;
    for (std::size_t k = 0; k < neighbors.size(); ++k) {
        if (neighbors[k] != node) {
            pull += weights[k] * sides[neighbors[k]];
            all += weights[k];
        }
    }
    if (std::abs(pull) <= tie * all) {
        return on_tie;
    }
    return pull > 0 ? Side{-1} : Side{1};
}

void place_greedily(const Graph& graph, std::span<Side> sides) {
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (sides[node] == 0) {
            sides[node] = better_side(graph, node, sides, 1);
        }
    }
}

}  // namespace ndpool

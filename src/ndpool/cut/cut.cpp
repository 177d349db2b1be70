#include "ndpool/cut/cut.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/graph/components.hpp"

namespace ndpool {

std::string_view name_of(CutOrigin origin) {
    switch (origin) {
        case CutOrigin::trivial: return "trivial";
        case CutOrigin::bipartite_exact: return "bipartite_exact";
        case CutOrigin::balanced: return "balanced";
        case CutOrigin::spectral: return "spectral";
        case CutOrigin::random_fallback: return "random_fallback";
        case CutOrigin::random: return "random";
        case CutOrigin::trevisan: return "trevisan";
        case CutOrigin::given: return "given";
        case CutOrigin::mixed: break;
    }
    return "mixed";
}

double cut_weight(const Graph& graph, std::span<const Side> sides) {
    double weight = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (sides[node] > 0) {
            const auto neighbors = graph.neighbors(node);
            const auto weights = graph.weights(node);
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                weight += sides[neighbors[k]] < 0 ? weights[k] : 0.0;
            }
        }
    }
    return weight;
}

double cut_fraction(const Graph& graph, std::span<const Side> sides) {
    const double total = total_weight(graph);
    // Both sums run over the same weights in other orders: a cut of everything is 1, not 1 + rounding.
    return total > 0 ? std::min(1.0, cut_weight(graph, sides) / total) : 1.0;
}

Cut cut_from_sides(const Graph& graph, std::span<const Side> sides) {
    Cut cut;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        (sides[node] > 0 ? cut.kept : cut.dropped).push_back(node);
    }
    cut.weight = cut_weight(graph, sides);
    cut.fraction = cut_fraction(graph, sides);
    return cut;
}

Cut cut_keeping(const Graph& graph, std::span<const NodeId> kept) {
    Sides sides(static_cast<std::size_t>(graph.node_count()), -1);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i] < 0 || kept[i] >= graph.node_count() || (i > 0 && kept[i] <= kept[i - 1])) {
            throw InvalidInput(
                fmt::format("kept node number {} is {}: expected ascending nodes in 0..{}", i, kept[i], graph.node_count() - 1));
        }
        sides[kept[i]] = 1;
    }
    Cut cut = cut_from_sides(graph, sides);
    cut.origin = CutOrigin::given;
    const Components components = connected_components(graph);
    std::vector<bool> survives(static_cast<std::size_t>(components.count()), false);
    for (const NodeId node : cut.kept) {
        survives[components.label[node]] = true;
    }
    cut.vanished_components = static_cast<NodeId>(std::count(survives.begin(), survives.end(), false));
    return cut;
}

}  // namespace ndpool

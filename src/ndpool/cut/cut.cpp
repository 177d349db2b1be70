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
        case CutOrigin::sdp: return "sdp";
        case CutOrigin::power: return "power";
        case CutOrigin::tabu: return "tabu";
        case CutOrigin::spectral_refined: return "spectral_refined";
        case CutOrigin::given: return "given";
        case CutOrigin::mixed: break;
    }
    return "mixed";
}

namespace {

struct Weights {
    double cut = 0;
    double all = 0;
};

/// The cut weight and the total weight, in one pass over the entries, which meets each edge twice. The pull z_i sum_j a_ij z_j
/// of a row is its uncut minus its cut weight. It is summed in the same order as the weight itself, so that a row whose edges
/// are all cut contributes exactly its weight. Each is summed in two parts: an addition need not wait for the one before.
Weights weights_of(const Graph& graph, std::span<const Side> sides) {
    double cut = 0;
    double all = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        double pull[2] = {0, 0};
        double sum[2] = {0, 0};
        const auto add = [&](std::size_t k, std::size_t lane) {
            const double weight = neighbors[k] == node ? 0.0 : weights[k];
            pull[lane] += weight * sides[neighbors[k]];
            sum[lane] += weight;
        };
        std::size_t k = 0;
        for (; k + 2 <= neighbors.size(); k += 2) {
            add(k, 0);
            add(k + 1, 1);
        }
        if (k < neighbors.size()) {
            add(k, 0);
        }
        const double row = sum[0] + sum[1];
        cut += row - sides[node] * (pull[0] + pull[1]);
        all += row;
    }
    return {cut / 4, all / 2};
}

double fraction_of(const Weights& weights) {
    return weights.all > 0 ? weights.cut / weights.all : 1.0;
}

}  // namespace

double cut_weight(const Graph& graph, std::span<const Side> sides) {
    return weights_of(graph, sides).cut;
}

double cut_fraction(const Graph& graph, std::span<const Side> sides) {
    return fraction_of(weights_of(graph, sides));
}

Cut cut_from_sides(const Graph& graph, std::span<const Side> sides) {
    const auto kept = static_cast<std::size_t>(std::count_if(sides.begin(), sides.end(), [](Side side) { return side > 0; }));
    Cut cut;
    cut.kept.reserve(kept);
    cut.dropped.reserve(sides.size() - kept);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        (sides[node] > 0 ? cut.kept : cut.dropped).push_back(node);
    }
    const Weights weights = weights_of(graph, sides);
    cut.weight = weights.cut;
    cut.fraction = fraction_of(weights);
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

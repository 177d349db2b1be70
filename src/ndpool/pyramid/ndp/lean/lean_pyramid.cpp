#include "ndpool/pyramid/ndp/lean/lean_pyramid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ndpool/base/memory.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/pyramid/each_graph.hpp"
#include "ndpool/pyramid/ndp/lean/lean_calibration.hpp"
#include "ndpool/pyramid/ndp/lean/lean_descent.hpp"
#include "ndpool/pyramid/ndp/lean/lean_levels.hpp"
#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

namespace {

/// A graph of isolated nodes has no smaller one: its last level is repeated.
void repeat_last_level(Pyramid& pyramid, int deepest) {
    while (static_cast<int>(pyramid.levels.size()) < deepest) {
        Level level;
        if (pyramid.levels.empty()) {
            level.graph = pyramid.base;
            level.components = pyramid.base.node_count();
            level.cut.origin = name_of(CutOrigin::trivial);
            level.nodes = identity(pyramid.base.node_count());
        } else {
            level = pyramid.levels.back();
        }
        level.number = static_cast<int>(pyramid.levels.size()) + 1;
        level.pool = identity(level.graph.node_count());
        level.edges_before_sparsify = level.graph.edge_count();
        level.seconds = {};
        pyramid.levels.push_back(std::move(level));
    }
}

/// Squares of weights and their quotients must be finite and not zero.
void check_weights(const Graph& graph) {
    constexpr double largest_span = 1e60;
    const auto& weights = graph.adjacency().values;
    if (weights.empty()) {
        return;
    }
    const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
    if (!(*most <= largest_span * *least)) {
        throw InvalidInput(fmt::format(
            "the weights are from {} to {}: lean levels take weights that differ by at most 60 magnitudes, exact ones any",
            *least, *most));
    }
}

/// About the bytes that the descent takes in addition to the graph itself: results/memory.txt, with a tenth more.
double estimated_bytes(const Graph& graph) {
    constexpr double per_node = 66;
    constexpr double per_edge = 40;
    constexpr double most_for_small_graphs = 66e6;
    constexpr double small_per_node = 660;
    const double nodes = graph.node_count();
    return std::min(most_for_small_graphs, small_per_node * nodes) + per_node * nodes +
           per_edge * static_cast<double>(graph.edge_count());
}

void require_memory(const Graph& graph, std::uint64_t limit) {
    const double bytes = estimated_bytes(graph);
    if (!fits_in_memory(bytes, limit)) {
        throw TooLarge(fmt::format("lean levels of {} nodes and {} edges take about {}, more than the {} there are",
                                   graph.node_count(), graph.edge_count(), readable_bytes(bytes),
                                   readable_bytes(memory_budget(limit))));
    }
}

}  // namespace

Pyramid lean_pyramid(Graph graph, const LeanPyramidOptions& options, Seed seed, const Progress& progress) {
    check_exactly_nodes(graph, options.exactly_nodes);
    check_weights(graph);
    require_memory(graph, options.memory_limit);
    LeanDescent at = descend(std::move(graph), options, seed, progress);
    const Calibration calibration = calibrate(at, seed.child("contact"));
    for (std::size_t level = 0; level < at.aside.size(); ++level) {
        take_up(at, level);
    }
    finish_levels(at, calibration, seed);
    repeat_last_level(at.pyramid, std::max(options.deepest_level, options.exactly_nodes > 0 ? 1 : 0));
    return std::move(at.pyramid);
}

Pyramid bounding_pyramid(const Pyramid& pyramid, const LeanOptions& options) {
    Pyramid bounding{pyramid.base, {}};
    for (const Level& level : pyramid.levels) {
        const Graph& before = bounding.levels.empty() ? bounding.base : bounding.levels.back().graph;
        const Cut cut = cut_keeping(before, level.pool);
        Level next = level;
        next.graph = before.node_count() <= exact_below
                         ? kron_reduce(before, cut, {.memory_limit = 0, .parallel = options.parallel})
                         : lean_reduce(before, cut, {}, options, Seed()).graph;
        bounding.levels.push_back(std::move(next));
    }
    return bounding;
}

}  // namespace ndpool

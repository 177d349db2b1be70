#include "ndpool/reproduce/drawings/fig_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/analysis/resistance.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/reproduce/cuts/family.hpp"
#include "ndpool/reproduce/drawings/drawn_levels.hpp"

namespace ndpool {

namespace {

/// By how much resistance distances between kept nodes differ at most, relative to each.
double resistance_change(const Graph& graph, const Graph& reduced, const std::vector<NodeId>& nodes) {
    std::vector<std::pair<NodeId, NodeId>> before;
    std::vector<std::pair<NodeId, NodeId>> after;
    for (NodeId a = 0; a < reduced.node_count(); ++a) {
        for (NodeId b = a + 1; b < reduced.node_count(); ++b) {
            after.emplace_back(a, b);
            before.emplace_back(nodes[static_cast<std::size_t>(a)], nodes[static_cast<std::size_t>(b)]);
        }
    }
    const std::vector<double> there = resistance_distances(graph, before);
    const std::vector<double> here = resistance_distances(reduced, after);
    double worst = 0;
    for (std::size_t i = 0; i < there.size(); ++i) {
        worst = std::isfinite(there[i]) ? std::max(worst, std::abs(there[i] - here[i]) / there[i]) : worst;
    }
    return worst;
}

}  // namespace

ReportFigure fig_schema(const ExperimentOptions& /*options*/, Seed seed) {
    constexpr const char* spec = "sensor:64";
    const PlacedGraph input = placed_instance(spec, seed);
    const Pyramid pyramid = ndp_pyramid(input.graph, {.levels = {1}, .keep_unsparsified = true}, seed.child("pyramid"));
    const Level& level = pyramid.levels.front();
    ReportGraph steps = drawn_pyramid("Cut, connect, sparsify", pyramid, input.positions);
    steps.levels[0].title = fmt::format("cut: {} kept, {} dropped", level.pool.size(),
                                        static_cast<std::size_t>(pyramid.base.node_count()) - level.pool.size());
    steps.levels[1].title = fmt::format("connect: {}", size_words(*level.unsparsified));
    steps.levels.push_back(drawn_level(fmt::format("sparsify: {}", size_words(level.graph)), level.graph, level.nodes));
    const double change = resistance_change(pyramid.base, *level.unsparsified, level.nodes);
    const bool connected = component_count(level.graph) == component_count(pyramid.base);
    ReportFigure figure{.name = "fig-schema",
                        .title = "The three steps of node decimation pooling",
                        .paper_place = "Fig. 1",
                        .says = "Drop one side of a large cut, connect the other by Kron reduction, drop weak edges."};
    figure.verdict =
        verdict_by({{"Kron reduction keeps every resistance distance between kept nodes, to 1e-6 of it",
                     fmt::format("off by at most {:.0e}", std::max(change, 1e-16)), change < 1e-6},
                    {"the coarse graph has as many components as the graph", connected ? "it has" : "it has not", connected}},
                   fmt::format("the cut crosses {:.0f} % of the weight; {} of {} edges are above the threshold of 0.01",
                               100 * level.cut.fraction, level.graph.edge_count(), level.unsparsified->edge_count()));
    figure.graphs = {std::move(steps)};
    figure.note = fmt::format("{}, epsilon 0.01.", spec);
    return figure;
}

}  // namespace ndpool

#include "ndpool/reproduce/drawings/fig_pyramids.hpp"

#include <fmt/format.h>

#include <cmath>

#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/reproduce/cuts/family.hpp"
#include "ndpool/reproduce/drawings/drawn_levels.hpp"

namespace ndpool {

ReportFigure fig_pyramids(const ExperimentOptions& options, Seed seed) {
    ReportFigure figure{.name = "fig-pyramids",
                        .title = "Three levels of six families of graphs",
                        .paper_place = "supplement, visual examples",
                        .says =
                            "Each level keeps about half of the nodes of the one before; thresholds thin out what Kron reduction "
                            "connects."};
    ResultTable table{"fig-pyramids",
                      "Levels of the drawn graphs",
                      "",
                      {"nodes", "share of level before", "edges", "edges above 0.01", "edges above 0.1", "components"},
                      {},
                      2};
    double farthest = 0;
    bool connected = true;
    std::size_t done = 0;
    for (const GraphFamily& family : graph_families()) {
        options.progress("fig-pyramids", done++, graph_families().size());
        const PlacedGraph input = placed_instance(family.small, seed.child(family.name));
        const NdpOptions exact{.levels = {1, 2, 3}, .threshold = {.epsilon = 0}};
        const Pyramid pyramid = ndp_pyramid(input.graph, exact, seed.child(family.name).child("pyramid"));
        figure.graphs.push_back(drawn_pyramid(fmt::format("{} ({})", family.name, family.small), pyramid, input.positions));
        figure.graphs.back().epsilons = {0, 0.01, 0.05, 0.1};
        NodeId before = pyramid.base.node_count();
        for (const Level& level : pyramid.levels) {
            const auto cell = [](double value) { return ResultCell{MeanStd{value, std::nan("")}, {}}; };
            const double share = static_cast<double>(level.graph.node_count()) / before;
            const auto above = [&](double epsilon) {
                return cell(static_cast<double>(drop_weak_edges(level.graph, {.epsilon = epsilon}).edge_count()));
            };
            table.rows.push_back(
                {fmt::format("{}, level {}", family.name, level.number),
                 {cell(level.graph.node_count()), cell(share), cell(static_cast<double>(level.graph.edge_count())), above(0.01),
                  above(0.1), cell(component_count(level.graph))}});
            farthest = std::max(farthest, std::abs(share - 0.5));
            connected = connected && component_count(level.graph) == component_count(pyramid.base);
            before = level.graph.node_count();
        }
    }
    figure.tables = {std::move(table)};
    figure.verdict =
        verdict_by({{"every level keeps about half of the nodes: between 30 and 70 % (our limits)",
                     fmt::format("{:.0f} to {:.0f} %", 100 * (0.5 - farthest), 100 * (0.5 + farthest)), farthest < 0.2},
                    {"exact levels have as many components as their graph", connected ? "all have" : "not all have", connected}},
                   fmt::format("levels keep {:.0f} to {:.0f} % of the nodes; {}", 100 * (0.5 - farthest), 100 * (0.5 + farthest),
                               connected ? "no exact level falls apart" : "an exact level falls apart"));
    figure.note = "One instance of each family, exact levels 1 to 3; the slider hides edges at or below the threshold.";
    return figure;
}

}  // namespace ndpool

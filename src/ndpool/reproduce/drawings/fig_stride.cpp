#include "ndpool/reproduce/drawings/fig_stride.hpp"

#include <fmt/format.h>

#include <cmath>

#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/reproduce/cuts/family.hpp"
#include "ndpool/reproduce/drawings/drawn_levels.hpp"

namespace ndpool {

ReportFigure fig_stride(const ExperimentOptions& /*options*/, Seed seed) {
    constexpr const char* spec = "sensor:96";
    const PlacedGraph input = placed_instance(spec, seed);
    const Seed levels = seed.child("pyramid");
    const Pyramid all = ndp_pyramid(input.graph, {.levels = {1, 2, 3}}, levels);
    const Pyramid skipped = ndp_pyramid(input.graph, {.levels = {3}}, levels);
    std::vector<NodeId> composed = all.levels[0].pool;
    for (const std::size_t l : {std::size_t{1}, std::size_t{2}}) {
        std::vector<NodeId> next;
        for (const NodeId node : all.levels[l].pool) {
            next.push_back(composed[static_cast<std::size_t>(node)]);
        }
        composed = std::move(next);
    }
    const bool same = composed == skipped.levels.front().pool && all.levels.back().graph == skipped.levels.front().graph;
    ReportFigure figure{.name = "fig-stride",
                        .title = "Pooling with a larger stride",
                        .paper_place = "Fig. 2",
                        .says = "Three decimation matrices in cascade pool from level 0 to level 3 at once."};
    figure.graphs = {drawn_pyramid("every level", all, input.positions),
                     drawn_pyramid("level 3 right after level 0", skipped, input.positions)};
    ResultTable table{"fig-stride", "Nodes of the levels", "", {"nodes", "downsampling"}, {}, 2};
    for (const Level& level : all.levels) {
        const double nodes = level.graph.node_count();
        table.rows.push_back(
            {fmt::format("level {}", level.number),
             {{MeanStd{nodes, std::nan("")}, {}},
              {MeanStd{all.base.node_count() / nodes, std::nan("")}, MeanStd{std::pow(2.0, level.number), std::nan("")}}}});
    }
    const double ratio = static_cast<double>(all.base.node_count()) / all.levels.back().graph.node_count();
    figure.tables = {std::move(table)};
    figure.verdict =
        verdict_by({{"the product of the three decimation matrices is the matrix of the pyramid that skips two levels",
                     same ? "entry by entry" : "it is not", same},
                    {"level 3 has about an eighth of the nodes: between a sixth and an eleventh (our limits)",
                     fmt::format("the ratio is {:.1f}", ratio), ratio > 6 && ratio < 11}},
                   fmt::format("skipping levels gives {} level; downsampling by {:.1f} (paper: about 8)",
                               same ? "the same" : "another", ratio));
    return figure;
}

}  // namespace ndpool

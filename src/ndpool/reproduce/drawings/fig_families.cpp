#include "ndpool/reproduce/drawings/fig_families.hpp"

#include <fmt/format.h>

#include "ndpool/graph/two_colouring.hpp"
#include "ndpool/reproduce/cuts/family.hpp"
#include "ndpool/reproduce/drawings/drawn_levels.hpp"

namespace ndpool {

ReportFigure fig_families(const ExperimentOptions& /*options*/, Seed seed) {
    ReportFigure figure{.name = "fig-families",
                        .title = "Six types of graph and their matrices",
                        .paper_place = "supplement",
                        .says = "Two regular graphs, both bipartite, and an instance of each of four random ones."};
    std::string bipartite;
    for (const GraphFamily& family : graph_families()) {
        const PlacedGraph input = placed_instance(family.small, seed.child(family.name));
        std::vector<NodeId> nodes(static_cast<std::size_t>(input.graph.node_count()));
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            nodes[i] = static_cast<NodeId>(i);
        }
        ReportGraph drawn{.title = fmt::format("{} ({})", family.name, family.small), .positions = input.positions};
        drawn.levels = {drawn_level(size_words(input.graph), input.graph, nodes)};
        figure.graphs.push_back(std::move(drawn));
        figure.matrices.push_back(adjacency_picture(family.name, input.graph));
        if (is_bipartite(input.graph)) {
            bipartite += fmt::format("{}{}", bipartite.empty() ? "" : " and ", family.name);
        }
    }
    figure.verdict = verdict_by(
        {{"grid and ring are bipartite, the other four are not", fmt::format("bipartite: {}", bipartite),
          bipartite == "Grid and Ring"}},
        fmt::format("of the six {} are bipartite; the paper gives no sizes, so only the types can be compared", bipartite));
    return figure;
}

}  // namespace ndpool

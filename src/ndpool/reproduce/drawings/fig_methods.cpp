#include "ndpool/reproduce/drawings/fig_methods.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "ndpool/draw/layout/layout.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/methods.hpp"
#include "ndpool/reproduce/drawings/drawn_levels.hpp"
#include "ndpool/reproduce/drawings/molecule.hpp"

namespace ndpool {

namespace {

struct MethodInput {
    Graph graph;
    std::string name;
    bool from_data = false;
};

/// The first connected graph of the data set with 40 to 60 nodes: large enough to show something, small enough to see it.
MethodInput method_input(const ExperimentOptions& options) {
    const auto file = found_in(options.data, {"PROTEINS", "PROTEINS.zip"});
    if (file) {
        const Dataset dataset = read_dataset(*file);
        for (std::size_t i = 0; i < dataset.graphs.size(); ++i) {
            const Graph& graph = dataset.graphs[i];
            if (graph.node_count() >= 40 && graph.node_count() <= 60 && component_count(graph) == 1) {
                return {graph, fmt::format("graph {} of PROTEINS", i + 1), true};
            }
        }
    }
    return {cholesterol_graph(), "the 28 heavy atoms of cholesterol", false};
}

double edge_density(const Graph& graph) {
    const double n = graph.node_count();
    return n > 1 ? 2 * static_cast<double>(graph.edge_count() - graph.self_loop_count()) / (n * (n - 1)) : 0;
}

}  // namespace

ReportFigure fig_methods(const ExperimentOptions& options, Seed seed) {
    const MethodInput input = method_input(options);
    const std::vector<Point> positions = graph_layout(input.graph, seed.child("layout"));
    const std::vector<int> levels{1, 2};
    const std::array<std::pair<const char*, PyramidOptions>, 3> methods{{{"GRACLUS", GraclusOptions{.levels = levels}},
                                                                         {"NMF", NmfOptions{.levels = levels}},
                                                                         {"NDP", NdpOptions{.levels = levels}}}};
    ReportFigure figure{
        .name = "fig-methods",
        .title = "One graph coarsened by GRACLUS, NMF and NDP",
        .paper_place = "Fig. 9",
        .says = "GRACLUS adds isolated fake nodes, NMF makes dense graphs, NDP sparse ones that follow the input."};
    ResultTable table{"fig-methods", "The coarse graphs", "", {"nodes", "fake nodes", "edges", "density", "components"}, {}, 3};
    std::array<double, 3> density{};
    NodeId fake = 0;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const Pyramid pyramid = make_pyramid(input.graph, methods[m].second, seed.child(methods[m].first));
        figure.graphs.push_back(drawn_pyramid(fmt::format("{}, {}", methods[m].first, input.name), pyramid, positions));
        fake += m == 0 ? pyramid.fake_nodes : 0;
        for (const Level& level : pyramid.levels) {
            const auto cell = [](double value) { return ResultCell{MeanStd{value, std::nan("")}, {}}; };
            table.rows.push_back(
                {fmt::format("{}, level {}", methods[m].first, level.number),
                 {cell(level.graph.node_count()), cell(level.fake_nodes), cell(static_cast<double>(level.graph.edge_count())),
                  cell(edge_density(level.graph)), cell(level.components)}});
        }
        density[m] = edge_density(pyramid.levels.back().graph);
        figure.matrices.push_back(adjacency_picture(fmt::format("{}, level 2", methods[m].first), pyramid.levels.back().graph));
    }
    figure.tables = {std::move(table)};
    figure.verdict =
        verdict_by({{"GRACLUS adds fake nodes to the graph", fmt::format("{} fake nodes", fake), fake > 0},
                    {"NMF makes much denser graphs than NDP: at level 2 at least 1.5 times as dense (our limit)",
                     fmt::format("{:.2f} and {:.2f}", density[1], density[2]), density[1] > 1.5 * density[2]}},
                   fmt::format("{} fake nodes by GRACLUS; density at level 2: NMF {:.2f}, NDP {:.2f}, GRACLUS {:.2f}", fake,
                               density[1], density[2], density[0]));
    figure.note = fmt::format("{}, levels 1 and 2, NDP with epsilon 0.01.", input.name);
    if (!input.from_data) {
        figure.fill_command = "ndpool reproduce fig-methods -o report --data FOLDER_WITH_PROTEINS";
    }
    return figure;
}

}  // namespace ndpool

#include <fmt/format.h>

#include <numeric>

#include "commands.hpp"
#include "input.hpp"
#include "ndp_arguments.hpp"
#include "ndpool/draw/page.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/graph_file.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct ViewOptions {
    CommonOptions common;
    InputOptions input;
    NdpArguments ndp;
    std::string positions;
    std::size_t graph = 1;
    std::string output;
};

/// The graph to draw: INPUT itself, or the one that --graph names among a dataset's.
PlacedGraph graph_to_draw(const ViewOptions& options) {
    Input input = read_input(options.input, options.common.root_seed());
    if (auto* placed = std::get_if<PlacedGraph>(&input)) {
        if (!options.positions.empty()) {
            placed->positions = read_positions(options.positions);
            if (placed->positions.size() != static_cast<std::size_t>(placed->graph.node_count())) {
                throw InvalidInput(fmt::format("{}: {} positions, expected one for each of {} nodes", options.positions,
                                               placed->positions.size(), placed->graph.node_count()));
            }
        }
        return std::move(*placed);
    }
    Dataset& dataset = std::get<Dataset>(input);
    if (options.graph < 1 || options.graph > dataset.graphs.size()) {
        throw InvalidInput(
            fmt::format("--graph {}: {} has graphs 1..{}", options.graph, options.input.input, dataset.graphs.size()));
    }
    return {std::move(dataset.graphs[options.graph - 1]), {}};
}

PyramidPicture picture_of(const ViewOptions& options, PlacedGraph placed) {
    NdpOptions ndp = resolved(options.ndp);
    // Every level on the way is drawn, with the exact graph that it was cut from.
    ndp.levels.resize(static_cast<std::size_t>(ndp.levels.empty() ? 0 : std::max(0, ndp.levels.back())));
    std::iota(ndp.levels.begin(), ndp.levels.end(), 1);
    ndp.keep_unsparsified = true;
    ndp.kron.parallel = options.common.parallel();
    const Pyramid pyramid =
        ndp_pyramid(placed.graph, ndp, options.common.root_seed().child("pyramid"), progress_bar(options.common));

    PyramidPicture picture;
    picture.title = options.input.input;
    picture.epsilon = ndp.threshold.epsilon;
    picture.facts = {{"nodes", fmt::to_string(placed.graph.node_count())},
                     {"edges", fmt::to_string(placed.graph.edge_count())},
                     {"components", fmt::to_string(connected_components(placed.graph).count())},
                     {"cut method", options.ndp.cut.method},
                     {"Laplacian", options.ndp.cut.laplacian},
                     {"seed", fmt::to_string(options.common.seed)}};
    std::vector<NodeId> before_nodes(static_cast<std::size_t>(placed.graph.node_count()));
    std::iota(before_nodes.begin(), before_nodes.end(), 0);
    const Graph* before = &placed.graph;
    for (const Level& level : pyramid.levels) {
        picture.levels.push_back({level.number, *before, before_nodes, level.pool, *level.unsparsified, level.graph,
                                  level.cut.fraction, level.cut.upper_bound, level.cut.origin});
        before = ndp.sparsify == SparsifyWhen::each_level ? &level.graph : &*level.unsparsified;
        before_nodes = level.nodes;
    }
    picture.input = std::move(placed.graph);
    picture.positions = std::move(placed.positions);
    return picture;
}

void run_view(const ViewOptions& options) {
    const PyramidPicture picture = picture_of(options, graph_to_draw(options));
    const bool svg = options.output.ends_with(".svg");
    write_file(options.output, svg ? pyramid_svg(picture) : pyramid_page(picture));
    print_facts({{"output", options.output}, {"levels", picture.levels.size()}}, options.common);
}

}  // namespace

void add_view(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("view", "Draw a graph and its pyramid: what is kept and dropped, each level exact and sparsified");
    auto options = std::make_shared<ViewOptions>();
    add_input_options(*command, options->input);
    command->add_option("-o,--output", options->output, "The page to write: .html, or .svg for the picture alone")->required();
    command->add_option("--graph", options->graph, "Which graph of a dataset, counted from 1")->capture_default_str();
    command->add_option("--positions", options->positions, "Where the nodes lie: a Matrix Market array of two or three columns");
    add_ndp_options(*command, options->ndp);
    add_common_options(*command, options->common);
    command->footer(
        "Examples:\n  ndpool view sensor:300 -o sensor.html\n  ndpool view MUTAG.zip --graph 7 -o molecule.svg --levels 1,2");
    command->callback([options] { run_view(*options); });
}

}  // namespace ndpool::command

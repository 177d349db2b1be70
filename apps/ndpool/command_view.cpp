#include <fmt/format.h>

#include <filesystem>
#include <numeric>
#include <optional>

#include "commands.hpp"
#include "input.hpp"
#include "ndp_arguments.hpp"
#include "ndpool/draw/page.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/ndp_options_text.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct ViewOptions {
    CommonOptions common;
    InputOptions input;
    NdpArguments ndp;
    std::string positions;
    std::optional<std::size_t> graph;
    std::string output;
};

/// The graph to draw: INPUT itself, or the one that --graph names among a dataset's.
PlacedGraph graph_to_draw(const ViewOptions& options) {
    Input input = read_input(options.input, options.common);
    if (auto* placed = std::get_if<PlacedGraph>(&input)) {
        if (!options.positions.empty()) {
            placed->positions = read_positions(options.positions);
            if (placed->positions.size() != static_cast<std::size_t>(placed->graph.node_count())) {
                throw InvalidInput(fmt::format("{}: {} positions, expected one for each of {} nodes", options.positions,
                                               placed->positions.size(), placed->graph.node_count()));
            }
        }
        if (options.graph) {
            throw InvalidInput(fmt::format("--graph: {} is a single graph, expected a dataset", options.input.input));
        }
        return std::move(*placed);
    }
    Dataset& dataset = std::get<Dataset>(input);
    if (!options.positions.empty()) {
        throw InvalidInput(fmt::format("--positions: {} is a dataset, expected a single graph", options.input.input));
    }
    const std::size_t chosen = options.graph.value_or(1);
    if (chosen > dataset.graphs.size()) {
        throw InvalidInput(fmt::format("--graph: there is no graph {}, {} has graphs 1 to {}", chosen, options.input.input,
                                       dataset.graphs.size()));
    }
    return {std::move(dataset.graphs[chosen - 1]), {}};
}

PyramidPicture picture_of(const ViewOptions& options, NdpOptions ndp, PlacedGraph placed) {
    // Every level on the way is drawn, with the exact graph that it was cut from.
    if (ndp.until_nodes == 0) {
        ndp.levels.resize(static_cast<std::size_t>(ndp.levels.back()));
        std::iota(ndp.levels.begin(), ndp.levels.end(), 1);
    }
    ndp.keep_unsparsified = true;
    ndp.kron.parallel = options.common.parallel();
    ndp.cut.parallel = options.common.parallel();
    const Pyramid pyramid =
        ndp_pyramid(placed.graph, ndp, options.common.root_seed().child("pyramid"), progress_bar(options.common));

    PyramidPicture picture;
    picture.title = options.graph ? fmt::format("{}, graph {}", options.input.input, *options.graph) : options.input.input;
    picture.epsilon = ndp.threshold.epsilon;
    picture.facts = {{"nodes", fmt::to_string(placed.graph.node_count())},
                     {"edges", fmt::to_string(placed.graph.edge_count())},
                     {"components", fmt::to_string(connected_components(placed.graph).count())},
                     {"cut method", std::string(name_of(ndp.cut.method))},
                     {"Laplacian", options.ndp.cut.laplacian},
                     {"seed", fmt::to_string(options.common.seed)}};
    if (ndp.accuracy != Accuracy::exact) {
        picture.facts.emplace_back("accuracy", std::string(name_of(ndp.accuracy)));
    }
    std::vector<NodeId> before_nodes(static_cast<std::size_t>(placed.graph.node_count()));
    std::iota(before_nodes.begin(), before_nodes.end(), 0);
    const Graph* before = &placed.graph;
    for (const Level& level : pyramid.levels) {
        const Graph& unsparsified = level.unsparsified ? *level.unsparsified : level.graph;  // lean levels are as they are
        picture.levels.push_back({level.number, *before, before_nodes, level.pool, unsparsified, level.graph, level.cut.fraction,
                                  level.cut.upper_bound, level.cut.origin});
        before = ndp.sparsify == SparsifyWhen::each_level ? &level.graph : &unsparsified;
        before_nodes = level.nodes;
    }
    picture.input = std::move(placed.graph);
    picture.positions = std::move(placed.positions);
    return picture;
}

/// By the ending; what has none, such as a device, gets a page.
bool wants_svg(const std::string& output) {
    const std::string ending = std::filesystem::path(output).extension().string();
    if (ending != ".svg" && ending != ".html" && ending != ".htm" && !ending.empty()) {
        throw InvalidInput(fmt::format("{}: cannot draw a {} file, expected .html or .svg", output, ending));
    }
    return ending == ".svg";
}

void run_view(const ViewOptions& options) {
    (void)resolved(options.ndp);  // bad words are refused before anything is read
    const bool svg = wants_svg(options.output);
    require_place_for_file(options.output);
    PlacedGraph placed = graph_to_draw(options);
    const NdpOptions ndp = resolved(with_accuracy(options.ndp, {&placed.graph, 1}));
    const std::string remark = accuracy_remark(options.ndp, ndp, {&placed.graph, 1});
    if (!remark.empty()) {
        say(options.common, remark);
    }
    const PyramidPicture picture = picture_of(options, ndp, std::move(placed));
    write_file(options.output, svg ? pyramid_svg(picture) : pyramid_page(picture));
    print_facts({{"output", options.output}, {"levels", picture.levels.size()}}, options.common);
}

}  // namespace

void add_view(CLI::App& app, CommonOptions& common) {
    CLI::App* command =
        app.add_subcommand("view", "Draw a graph and its pyramid: what is kept and dropped, each level exact and sparsified");
    auto options = std::make_shared<ViewOptions>();
    add_input_options(*command, options->input);
    command->add_option("-o,--output", options->output, "The page to write: .html, or .svg for the picture alone")->required();
    command->add_option("--graph", options->graph, "Which graph of a dataset, counted from 1 (default 1)")
        ->transform(whole_number(1));
    command->add_option("--positions", options->positions, "Where the nodes lie: a Matrix Market array of two or three columns");
    add_ndp_options(*command, options->ndp, "auto");
    add_common_options(*command, common);
    command->footer(
        "Examples:\n  ndpool view sensor:300 -o sensor.html\n  ndpool view MUTAG.zip --graph 7 -o molecule.svg --levels 1,2");
    command->callback([options, &common] {
        options->common = common;
        run_view(*options);
    });
}

}  // namespace ndpool::command

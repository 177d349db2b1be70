#include <fmt/format.h>

#include "commands.hpp"
#include "input.hpp"
#include "ndpool/graph/locality_order.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/node_list.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct OrderOptions {
    CommonOptions common;
    InputOptions input;
    std::string positions;
    std::string output;
    std::string output_format;
};

PlacedGraph placed_input(const OrderOptions& options) {
    Input input = read_input(options.input, options.common);
    if (!std::holds_alternative<PlacedGraph>(input)) {
        throw InvalidInput(fmt::format("{}: this is a dataset of many graphs, expected one graph", options.input.input));
    }
    auto placed = std::get<PlacedGraph>(std::move(input));
    if (!options.positions.empty()) {
        placed.positions = read_positions(options.positions);
        if (placed.positions.size() != static_cast<std::size_t>(placed.graph.node_count())) {
            throw InvalidInput(fmt::format("{}: there are {} positions, expected {} as the graph has nodes", options.positions,
                                           placed.positions.size(), placed.graph.node_count()));
        }
    }
    return placed;
}

Json ordered(const OrderOptions& options) {
    const PlacedGraph placed = placed_input(options);
    const bool has_positions = !placed.positions.empty();
    const std::vector<NodeId> order = has_positions ? hilbert_order(placed.positions) : bisection_order(placed.graph);
    PlacedGraph result{reordered(placed.graph, order), {}};
    for (std::size_t i = 0; has_positions && i < order.size(); ++i) {
        result.positions.push_back(placed.positions[order[i]]);
    }
    constexpr int slices = 4;
    const std::filesystem::path nodes = node_list_path(options.output);
    write_node_list(nodes, order, placed.names);
    write_graph(result, options.output, format_asked_for(options.output_format));
    return {{"output", options.output},
            {"nodes_file", nodes.string()},
            {"nodes", result.graph.node_count()},
            {"edges", result.graph.edge_count()},
            {"order", has_positions ? "hilbert" : "bisection"},
            {"ghosts_before", ghost_share(placed.graph, slices)},
            {"ghosts_after", ghost_share(result.graph, slices)}};
}

}  // namespace

void add_order(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("order", "Renumber the nodes of a graph so that neighbours have close numbers");
    auto options = std::make_shared<OrderOptions>();
    add_input_options(*command, options->input, false);
    command
        ->add_option("-o,--output", options->output,
                     "File to write; a .nodes.txt file beside it has the input's node of each node")
        ->required()
        ->check(output_name());
    command->add_option("--format", options->output_format, "Format of the file if its ending does not tell");
    command->add_option("--positions", options->positions,
                        "Positions of the nodes: a Matrix Market array, or a binary graph that has them");
    add_common_options(*command, common);
    command->footer(
        "Where nodes have positions (generators with a geometry, .ndg files, --positions) the order follows a Hilbert curve, "
        "else\n"
        "the graph is bisected recursively by breadth-first search. ghosts before, ghosts after: if the nodes were divided into\n"
        "four slices of consecutive numbers, the largest number of nodes that a slice has as neighbours in other slices, as a\n"
        "fraction of its own nodes.\n"
        "Examples:\n"
        "  ndpool order road.mtx -o road.ndg\n"
        "  ndpool order mesh.mtx --positions mesh_coord.mtx -o mesh.ndg");
    command->callback([options, &common] {
        options->common = common;
        require_place_for_file(options->output);
        require_other_file(options->input.input, options->output);
        print_facts(with_bar(common, "ordering", [&] { return ordered(*options); }), common);
    });
}

}  // namespace ndpool::command

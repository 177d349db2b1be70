#include <fmt/format.h>

#include <numeric>

#include "commands.hpp"
#include "dataset_output.hpp"
#include "input.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/node_list.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct ConvertOptions {
    CommonOptions common;
    InputOptions input;
    std::string output;
    std::string output_format;
};

Json converted_graph(const ConvertOptions& options, const PlacedGraph& placed) {
    require_place_for_file(options.output);
    require_other_file(options.input.input, options.output);
    if (!placed.names.empty()) {
        std::vector<NodeId> nodes(placed.names.size());
        std::iota(nodes.begin(), nodes.end(), 0);
        write_node_list(node_list_path(options.output), nodes, placed.names);
    }
    write_graph(placed, options.output, format_asked_for(options.output_format));
    return {{"output", options.output}, {"nodes", placed.graph.node_count()}, {"edges", placed.graph.edge_count()}};
}

Json converted(const ConvertOptions& options) {
    const Input input = read_input(options.input, options.common);
    if (const auto* placed = std::get_if<PlacedGraph>(&input)) {
        return converted_graph(options, *placed);
    }
    const Dataset& dataset = std::get<Dataset>(input);
    require_input_outside(options.input.input, options.output);
    require_other_file(options.input.input, options.output);
    write_dataset_output(dataset,
                         {options.input.input, options.common.seed, options.output, format_asked_for(options.output_format)});
    return {{"output", options.output}, {"graphs", dataset.graphs.size()}, {"nodes", node_offsets(dataset).back()}};
}

}  // namespace

void add_convert(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("convert", "Write a graph or a dataset in another format");
    auto options = std::make_shared<ConvertOptions>();
    add_input_options(*command, options->input, false);
    command
        ->add_option(
            "-o,--output", options->output,
            "File to write (.mtx .graph .txt .csv .npz .rudy .graphml .gml .ndg, also with .gz), or for a dataset a folder or "
            ".zip; if the input's nodes have names, a .nodes.txt file beside it has them")
        ->required()
        ->check(output_name());
    command->add_option("--format", options->output_format, "Format of the file if its ending does not tell");
    add_common_options(*command, common);
    command->footer(
        "Examples:\n"
        "  ndpool convert road.mtx -o road.ndg\n"
        "  ndpool convert road.ndg -o road.npz\n"
        "  ndpool convert MUTAG.zip -o MUTAG");
    command->callback([options, &common] {
        options->common = common;
        print_facts(converted(*options), common);
    });
}

}  // namespace ndpool::command

#include <fmt/format.h>

#include "commands.hpp"
#include "dataset_output.hpp"
#include "input.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/io/graph_file.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct GenerateOptions {
    CommonOptions common;
    std::string spec;
    std::string output;
    std::string format;
};

Json generated_dataset(const GenerateOptions& options, std::optional<Format> format) {
    const DatasetOutput where{options.spec, options.common.seed, options.output, format};
    require_place_for_dataset(where);
    const Dataset dataset = generate_dataset(options.spec, options.common.root_seed());
    write_dataset_output(dataset, where);
    return {{"output", options.output}, {"graphs", dataset.graphs.size()}, {"nodes", node_offsets(dataset).back()}};
}

Json generated_graph(const GenerateOptions& options, std::optional<Format> format) {
    require_place_for_file(options.output);
    const PlacedGraph placed = generate_graph(options.spec, options.common.root_seed());
    write_graph(placed, options.output, format);
    return {{"output", options.output}, {"nodes", placed.graph.node_count()}, {"edges", placed.graph.edge_count()}};
}

void run_generate(const GenerateOptions& options) {
    std::optional<Format> format;
    if (!options.format.empty()) {
        format = format_named(options.format);
    }
    const Json facts = with_bar(options.common, "generating", [&] {
        return is_dataset_spec(options.spec) ? generated_dataset(options, format) : generated_graph(options, format);
    });
    print_facts(facts, options.common);
}

}  // namespace

void add_generate(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("generate", "Write a generated graph or dataset to a file");
    auto options = std::make_shared<GenerateOptions>();
    command->add_option("SPEC", options->spec, "Generator with its parameters, see below")->required();
    command
        ->add_option("-o,--output", options->output,
                     "File to write (.mtx .graph .txt .csv .npz .rudy .graphml .gml .ndg, also with .gz), or for a dataset a "
                     "folder or .zip")
        ->required();
    command->add_option("--format", options->format,
                        "Format of the file if its ending does not tell: mtx, metis, edges, npz, rudy, graphml, gml or ndg");
    add_common_options(*command, common);
    command->footer(
        generators_help() +
        "Examples:\n  ndpool generate sensor:2000 -o sensor.mtx --seed 7\n  ndpool generate bench:easy -o bench_easy");
    command->callback([options, &common] {
        options->common = common;
        run_generate(*options);
    });
}

}  // namespace ndpool::command

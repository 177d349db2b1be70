#include <fmt/format.h>

#include "commands.hpp"
#include "input.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/graph_file.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct GenerateOptions {
    CommonOptions common;
    std::string spec;
    std::string output;
    std::string format;
};

/// A dataset is a folder; the manifest marks it as ours, so that generating again may replace it.
void write_generated(const Dataset& dataset, const GenerateOptions& options) {
    AtomicFolder folder(options.output);
    write_dataset(dataset, folder.path());
    write_file(folder.path() / "manifest.json", Json{{"input", options.spec}, {"seed", options.common.seed}}.dump(2) + "\n");
    folder.commit();
}

void run_generate(const GenerateOptions& options) {
    Json facts{{"output", options.output}};
    if (is_dataset_spec(options.spec)) {
        const Dataset dataset = generate_dataset(options.spec, options.common.root_seed());
        write_generated(dataset, options);
        facts["graphs"] = dataset.graphs.size();
        facts["nodes"] = node_offsets(dataset).back();
    } else {
        std::optional<Format> format;
        if (!options.format.empty()) {
            format = format_named(options.format);
        }
        const Graph graph = generate_graph(options.spec, options.common.root_seed()).graph;
        write_graph(graph, options.output, format);
        facts["nodes"] = graph.node_count();
        facts["edges"] = graph.edge_count();
    }
    print_facts(facts, options.common);
}

}  // namespace

void add_generate(CLI::App& app) {
    CLI::App* command = app.add_subcommand("generate", "Write a generated graph in the format of FILE's ending");
    auto options = std::make_shared<GenerateOptions>();
    command->add_option("SPEC", options->spec, "What to generate, see below")->required();
    command
        ->add_option("-o,--output", options->output,
                     "The file (.mtx .graph .txt .csv .npz, also .gz), or the folder of a dataset")
        ->required();
    command->add_option("--format", options->format, "mtx, metis, edges, npz or rudy, if the ending does not tell");
    add_common_options(*command, options->common);
    command->footer(
        generators_help() +
        "Examples:\n  ndpool generate sensor:2000 -o sensor.mtx --seed 7\n  ndpool generate bench:easy -o bench_easy");
    command->callback([options] { run_generate(*options); });
}

}  // namespace ndpool::command

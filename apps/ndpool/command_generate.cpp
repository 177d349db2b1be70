#include <fmt/format.h>

#include "commands.hpp"
#include "input.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/tu/tu_write.hpp"
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

/// The manifest marks the folder as written by ndpool, so that a later command may replace it.
void write_folder(const Dataset& dataset, const GenerateOptions& options) {
    AtomicFolder folder(options.output);
    write_dataset(dataset, folder.path());
    const Json manifest{{"program", "ndpool"}, {"version", version()}, {"input", options.spec}, {"seed", options.common.seed}};
    write_file(folder.path() / "manifest.json", json_text(manifest, 2) + "\n");
    folder.commit();
}

void write_zip(const Dataset& dataset, const std::string& output) {
    std::vector<ZipMember> members;
    for (auto& [name, text] : tu_texts(dataset)) {
        members.push_back({fmt::format("{}/{}", dataset.name, name), text});
    }
    write_file(output, zip_bytes(members));
}

Json generated_dataset(const GenerateOptions& options, std::optional<Format> format) {
    const auto by_ending = format_of_ending(options.output);
    if (format.value_or(Format::tu) != Format::tu || by_ending.value_or(Format::tu) != Format::tu) {
        throw InvalidInput(fmt::format("{}: {} makes a dataset of many graphs, expected the name of a folder or of a .zip",
                                       options.output, options.spec));
    }
    by_ending ? require_place_for_file(options.output) : require_place_for_folder(options.output);
    const Dataset dataset = generate_dataset(options.spec, options.common.root_seed());
    by_ending ? write_zip(dataset, options.output) : write_folder(dataset, options);
    return {{"output", options.output}, {"graphs", dataset.graphs.size()}, {"nodes", node_offsets(dataset).back()}};
}

Json generated_graph(const GenerateOptions& options, std::optional<Format> format) {
    require_place_for_file(options.output);
    const Graph graph = generate_graph(options.spec, options.common.root_seed()).graph;
    write_graph(graph, options.output, format);
    return {{"output", options.output}, {"nodes", graph.node_count()}, {"edges", graph.edge_count()}};
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
        ->add_option(
            "-o,--output", options->output,
            "File to write (.mtx .graph .txt .csv .npz .rudy .graphml .gml, also with .gz), or for a dataset a folder or .zip")
        ->required();
    command->add_option("--format", options->format,
                        "Format of the file if its ending does not tell: mtx, metis, edges, npz, rudy, graphml or gml");
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

#include "input.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "ndpool/generate/generate.hpp"
#include "ndpool/io/archive/gzip.hpp"
#include "ndpool/io/file.hpp"
#include "option_checks.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view standard_input_name = "standard input";

ReadOptions read_options(const InputOptions& options) {
    ReadOptions read{.symmetrize = symmetrize_named(options.symmetrize)};
    if (!options.format.empty()) {
        read.format = format_named(options.format);
    }
    return read;
}

const std::string& standard_input(const InputOptions& options) {
    std::optional<std::string>& content = *options.standard_input;
    if (!content) {
        content = read_standard_input();
        content = is_gzip(*content) ? gunzip(*content, standard_input_name) : *std::move(content);
    }
    if (content->empty()) {
        throw InvalidInput(fmt::format("{}: there is nothing, expected a graph", standard_input_name));
    }
    return *content;
}

Input parse_standard_input(const InputOptions& options) {
    const std::string& content = standard_input(options);
    const std::string name(standard_input_name);
    ReadOptions read = read_options(options);
    try {
        read.format = read.format ? read.format : std::optional(guess_format(name, content));
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{} (say it by --format)", error.what()));
    }
    if (read.format == Format::tu) {
        return parse_dataset(content, name, read);
    }
    NamedGraph named = parse_graph(content, name, read);
    return PlacedGraph{std::move(named.graph), {}, std::move(named.names)};
}

Input read_or_generate(const InputOptions& options, Seed seed) {
    if (is_standard_input(options)) {
        return parse_standard_input(options);
    }
    return read_named_input(options.input, data_folders(options.data), read_options(options), seed);
}

}  // namespace

void add_input_options(CLI::App& command, InputOptions& options, bool with_format) {
    command
        .add_option("INPUT", options.input,
                    "Graph file, TU dataset (folder or .zip), generator such as grid:100x100, or - for standard input")
        ->required();
    command
        .add_option(
            with_format ? "--input-format,--format" : "--input-format", options.format,
            "Format of INPUT: mtx, metis, edges, npz, rudy, tu, graphml, gml or ndg (default: recognised by ending and content)")
        ->check(one_of({"mtx", "metis", "edges", "npz", "rudy", "tu", "graphml", "gml", "ndg"}));
    command
        .add_option(
            "--symmetrize", options.symmetrize,
            "Make a directed graph undirected: by the max, mean or sum of the weights of the two directions, or as in Chung's "
            "Laplacian of a directed graph (chung). Default: refuse directed graphs")
        ->check(one_of({"max", "mean", "sum", "chung"}));
    command.add_option("--data", options.data, "Folder to search for INPUT if it is not a path, before $NDPOOL_DATA");
}

Input read_input(const InputOptions& options, const CommonOptions& common) {
    return with_bar(common, "reading", [&] { return read_or_generate(options, common.root_seed()); });
}

bool is_standard_input(const InputOptions& options) {
    return options.input == "-";
}

std::optional<fs::path> input_path(const InputOptions& options) {
    if (is_standard_input(options)) {
        return std::nullopt;
    }
    return find_named_input(options.input, data_folders(options.data));
}

Dataset read_dataset_input(const InputOptions& options, const CommonOptions& common) {
    Input input = read_input(options, common);
    if (!std::holds_alternative<Dataset>(input)) {
        throw InvalidInput(fmt::format("{}: this is one graph, expected a dataset of many", options.input));
    }
    return std::get<Dataset>(std::move(input));
}

std::optional<SignedGraph> read_graph_with_negative_weights(const InputOptions& options) {
    const auto path = input_path(options);
    if (!is_standard_input(options) && (!path || is_dataset(*path))) {
        return std::nullopt;
    }
    try {
        SignedGraph graph =
            path ? read_signed_graph(*path, read_options(options))
                 : parse_signed_graph(standard_input(options), std::string(standard_input_name), read_options(options));
        return graph.has_negative_weight() ? std::optional(std::move(graph)) : std::nullopt;
    } catch (const InvalidInput&) {
        return std::nullopt;
    }
}

std::string generators_help() {
    std::string text = "Generators:\n";
    for (const GeneratorHelp& help : generator_list()) {
        text += fmt::format("  {:<46} {}\n", help.form, help.meaning);
    }
    return text;
}

}  // namespace ndpool::command

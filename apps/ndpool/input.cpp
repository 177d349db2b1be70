#include "input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "ndpool/generate/generate.hpp"
#include "ndpool/io/archive/gzip.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/formats/binary.hpp"
#include "ndpool/io/graph_file.hpp"
#include "option_checks.hpp"
#include "output.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view standard_input_name = "standard input";

Symmetrize symmetrize_named(const std::string& name) {
    if (name == "max") {
        return Symmetrize::max;
    }
    if (name == "mean") {
        return Symmetrize::mean;
    }
    if (name == "sum") {
        return Symmetrize::sum;
    }
    return name == "chung" ? Symmetrize::chung : Symmetrize::refuse;
}

/// Finds NAME or NAME.zip in a folder or in one of its direct sub-folders.
std::optional<fs::path> find_in(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    const auto here = [&](const fs::path& place) -> std::optional<fs::path> {
        for (const fs::path& candidate : {place / name, place / fmt::format("{}.zip", name)}) {
            if (fs::exists(candidate, ignored)) {
                return candidate;
            }
        }
        return std::nullopt;
    };
    if (auto found = here(folder)) {
        return found;
    }
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.is_directory(ignored)) {
            folders.push_back(entry.path());
        }
    }
    std::sort(folders.begin(), folders.end());
    for (const fs::path& inner : folders) {
        if (auto found = here(inner)) {
            return found;
        }
    }
    return std::nullopt;
}

/// The folders to search for an INPUT that is not a path: --data, then $NDPOOL_DATA.
std::vector<std::string> data_folders(const InputOptions& options) {
    std::vector<std::string> folders;
    std::error_code ignored;
    if (!options.data.empty()) {
        if (!fs::is_directory(options.data, ignored)) {
            throw InvalidInput(fmt::format("--data: there is no folder {}", options.data));
        }
        folders.push_back(options.data);
    }
    const char* environment = std::getenv("NDPOOL_DATA");
    if (environment != nullptr && *environment != '\0') {
        folders.emplace_back(environment);
    }
    return folders;
}

/// The file or folder that INPUT names, if there is one.
std::optional<fs::path> find_path(const std::string& input, const std::vector<std::string>& folders) {
    std::error_code ignored;
    if (input.empty() || fs::exists(input, ignored)) {
        return input.empty() ? std::nullopt : std::optional<fs::path>(input);
    }
    for (const std::string& folder : folders) {
        if (auto found = find_in(folder, input)) {
            return found;
        }
    }
    return std::nullopt;
}

[[noreturn]] void refuse_missing(const std::string& input, const std::vector<std::string>& folders) {
    throw InvalidInput(fmt::format("{}: no such file or folder{}{}, and no generator (see ndpool generate --help)",
                                   input.empty() ? "INPUT ''" : input, folders.empty() ? "" : ", nor in ",
                                   fmt::join(folders, " or ")));
}

/// A folder that coarsen wrote holds datasets or matrices, but is not a dataset itself.
void refuse_pyramid(const fs::path& path) {
    std::error_code ignored;
    if (!is_our_folder(path)) {
        return;
    }
    for (const auto& entry : fs::directory_iterator(path, ignored)) {
        if (entry.path().filename().string().starts_with("level_")) {
            throw InvalidInput(
                fmt::format("{}: this is a whole pyramid, expected one of its levels: a dataset's is a folder "
                            "like {}/level_1, a graph's a file like {}/level_1/adjacency.mtx",
                            path.string(), path.string(), path.string()));
        }
    }
}

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

/// The positions in a binary graph; none for all other files.
std::vector<Point> stored_positions(const fs::path& path) {
    constexpr std::size_t enough = 8;
    return is_binary_graph(read_beginning(path, enough)) ? read_positions(path) : std::vector<Point>();
}

Input read_or_generate(const InputOptions& options, Seed seed) {
    if (is_standard_input(options)) {
        return parse_standard_input(options);
    }
    const std::vector<std::string> folders = data_folders(options);
    const auto path = find_path(options.input, folders);
    if (!path) {
        if (is_dataset_spec(options.input)) {
            return generate_dataset(options.input, seed);
        }
        if (is_generator_spec(options.input)) {
            return generate_graph(options.input, seed);
        }
        refuse_missing(options.input, folders);
    }
    refuse_pyramid(*path);
    const ReadOptions read = read_options(options);
    if (read.format ? *read.format == Format::tu : is_dataset(*path)) {
        return read_dataset(*path, read);
    }
    NamedGraph named = read_named_graph(*path, read);
    return PlacedGraph{std::move(named.graph), stored_positions(*path), std::move(named.names)};
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
        .add_option("--symmetrize", options.symmetrize,
                    "Make a directed graph undirected: max, mean, sum or chung (default: refuse it)")
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
    return find_path(options.input, data_folders(options));
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

#include "input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "ndpool/generate/generate.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

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

/// NAME or NAME.zip in a folder or, one deeper, in one of its folders.
std::optional<fs::path> find_in(const fs::path& folder, const std::string& name) {
    const auto here = [&](const fs::path& place) -> std::optional<fs::path> {
        for (const fs::path& candidate : {place / name, place / fmt::format("{}.zip", name)}) {
            if (fs::exists(candidate)) {
                return candidate;
            }
        }
        return std::nullopt;
    };
    std::error_code ignored;
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

/// The file or folder that INPUT means, if there is one.
std::optional<fs::path> find_path(const InputOptions& options) {
    std::error_code ignored;
    if (fs::exists(options.input, ignored)) {
        return options.input;
    }
    const char* environment = std::getenv("NDPOOL_DATA");
    for (const std::string& folder : {options.data, std::string(environment == nullptr ? "" : environment)}) {
        if (!folder.empty()) {
            if (auto found = find_in(folder, options.input)) {
                return found;
            }
        }
    }
    return std::nullopt;
}

}  // namespace

void add_input_options(CLI::App& command, InputOptions& options, bool with_format) {
    command
        .add_option("INPUT", options.input, "A graph file, a TU dataset (folder or .zip), or a generator such as grid:100x100")
        ->required();
    if (with_format) {
        command.add_option("--format", options.format,
                           "How to read INPUT: mtx, metis, edges, npz, rudy or tu (default: by ending and content)");
    }
    command
        .add_option("--symmetrize", options.symmetrize,
                    "Make a directed graph undirected: max, mean, sum or chung (default: refuse it)")
        ->check(CLI::IsMember({"max", "mean", "sum", "chung"}));
    command.add_option("--data", options.data, "Where to look for INPUT if it is no path; then in $NDPOOL_DATA");
}

Input read_input(const InputOptions& options, Seed seed) {
    const auto path = find_path(options);
    if (!path) {
        if (is_dataset_spec(options.input)) {
            return generate_dataset(options.input, seed);
        }
        if (is_generator_spec(options.input)) {
            return generate_graph(options.input, seed);
        }
        throw InvalidInput(
            fmt::format("{}: no such file or folder, and no generator (see ndpool generate --help)", options.input));
    }
    ReadOptions read{.symmetrize = symmetrize_named(options.symmetrize)};
    if (!options.format.empty()) {
        read.format = format_named(options.format);
    }
    if (read.format ? *read.format == Format::tu : is_dataset(*path)) {
        return read_dataset(*path, read);
    }
    return PlacedGraph{read_graph(*path, read), {}};
}

std::string generators_help() {
    std::string text = "Generators:\n";
    for (const GeneratorHelp& help : generator_list()) {
        text += fmt::format("  {:<46} {}\n", help.form, help.meaning);
    }
    return text;
}

}  // namespace ndpool::command

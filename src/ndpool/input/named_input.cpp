#include "ndpool/input/named_input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "ndpool/generate/generate.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/formats/binary.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

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

[[noreturn]] void refuse_missing(const std::string& name, const std::vector<std::string>& folders) {
    throw InvalidInput(fmt::format("{}: no such file or folder{}{}, and no generator (see ndpool generate --help)",
                                   name.empty() ? "INPUT ''" : name, folders.empty() ? "" : ", nor in ",
                                   fmt::join(folders, " or ")));
}

/// A folder that coarsen wrote holds datasets or matrices, but is not a dataset itself.
void refuse_pyramid(const fs::path& path) {
    std::error_code ignored;
    if (!fs::exists(path / "manifest.json", ignored)) {
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

/// The positions in a binary graph; none for all other files.
std::vector<Point> stored_positions(const fs::path& path) {
    constexpr std::size_t enough = 8;
    return is_binary_graph(read_beginning(path, enough)) ? read_positions(path) : std::vector<Point>();
}

}  // namespace

Symmetrize symmetrize_named(const std::string& name) {
    constexpr std::pair<const char*, Symmetrize> words[] = {{"", Symmetrize::refuse},
                                                            {"max", Symmetrize::max},
                                                            {"mean", Symmetrize::mean},
                                                            {"sum", Symmetrize::sum},
                                                            {"chung", Symmetrize::chung}};
    for (const auto& [word, how] : words) {
        if (name == word) {
            return how;
        }
    }
    throw InvalidInput(fmt::format("symmetrize: found '{}', expected max, mean, sum or chung", name));
}

std::vector<std::string> data_folders(const std::string& data) {
    std::vector<std::string> folders;
    std::error_code ignored;
    if (!data.empty()) {
        if (!fs::is_directory(data, ignored)) {
            throw InvalidInput(fmt::format("--data: there is no folder {}", data));
        }
        folders.push_back(data);
    }
    const char* environment = std::getenv("NDPOOL_DATA");
    if (environment != nullptr && *environment != '\0') {
        folders.emplace_back(environment);
    }
    return folders;
}

std::optional<fs::path> find_named_input(const std::string& name, const std::vector<std::string>& folders) {
    std::error_code ignored;
    if (name.empty() || fs::exists(name, ignored)) {
        return name.empty() ? std::nullopt : std::optional<fs::path>(name);
    }
    for (const std::string& folder : folders) {
        if (auto found = find_in(folder, name)) {
            return found;
        }
    }
    return std::nullopt;
}

NamedInput read_named_input(const std::string& name, const std::vector<std::string>& folders, const ReadOptions& options,
                            Seed seed) {
    const auto path = find_named_input(name, folders);
    if (!path) {
        if (is_dataset_spec(name)) {
            return generate_dataset(name, seed);
        }
        if (is_generator_spec(name)) {
            return generate_graph(name, seed);
        }
        refuse_missing(name, folders);
    }
    refuse_pyramid(*path);
    if (options.format ? *options.format == Format::tu : is_dataset(*path)) {
        return read_dataset(*path, options);
    }
    NamedGraph named = read_named_graph(*path, options);
    return PlacedGraph{std::move(named.graph), stored_positions(*path), std::move(named.names)};
}

}  // namespace ndpool

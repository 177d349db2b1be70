#include "ndpool/pyramid/pyramid_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "ndpool/base/version.hpp"
#include "ndpool/graph/assemble.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/npz.hpp"
#include "ndpool/io/number_text.hpp"
#include "ndpool/pyramid/level_summary.hpp"
#include "ndpool/pyramid/methods_text.hpp"
#include "ndpool/pyramid/node_lists.hpp"
#include "ndpool/pyramid/share_matrix.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

fs::path level_folder(const fs::path& folder, int number) {
    return folder / fmt::format("level_{}", number);
}

json manifest_head(const PyramidOrigin& origin) {
    json head{{"program", "ndpool"},
              {"version", version()},
              {"input", origin.input},
              {"options", json::parse(to_json(origin.options))},
              {"seed", origin.seed.value()}};
    if (!origin.symmetrize.empty()) {
        head["symmetrize"] = origin.symmetrize;
    }
    return head;
}

json json_of(const LevelSummary& level) {
    json result{{"level", level.level}, {"nodes", level.nodes}};
    if (level.fake_nodes > 0) {
        result["fake_nodes"] = level.fake_nodes;
    }
    result["edges"] = level.edges;
    result["edges_before_sparsify"] = level.edges_before_sparsify;
    if (level.has_cuts) {
        result["cut_fraction"] = level.cut_fraction;
        result["upper_bound"] = level.upper_bound;
    }
    result["origin"] = level.origin();
    result["origins"] = level.origins;
    result["converged"] = level.converged;
    result["components"] = level.components;
    result["vanished_components"] = level.vanished_components;
    if (level.spectral_distance) {
        result["spectral_distance"] = *level.spectral_distance;
        result["worst_spectral_distance"] = *level.worst_spectral_distance;
    }
    result["seconds"] = {{"eigen", level.seconds.eigen},
                         {"cut", level.seconds.cut},
                         {"kron", level.seconds.kron},
                         {"sparsify", level.seconds.sparsify}};
    return result;
}

json json_of(const LevelSpectrum& spectrum) {
    json result{{"distance", spectrum.distance},
                {"exact", spectrum.exact},
                {"here", spectrum.here},
                {"converged", spectrum.converged},
                {"method", spectrum.method}};
    if (!spectrum.lower.empty() || !spectrum.upper.empty()) {
        result["lower"] = spectrum.lower;
        result["upper"] = spectrum.upper;
        result["bounds_proved"] = spectrum.bounds_proved;
    }
    return result;
}

LevelSpectrum spectrum_from(const json& facts) {
    return {facts.at("distance"),
            facts.at("exact"),
            facts.at("here"),
            facts.at("converged"),
            facts.at("method"),
            facts.value("lower", std::vector<double>{}),
            facts.value("upper", std::vector<double>{}),
            facts.value("bounds_proved", false)};
}

/// Writes the manifest, which is the last thing a folder needs, and puts the folder in its place.
std::string finish_folder(AtomicFolder& out, json manifest, std::span<const Pyramid> pyramids) {
    json levels = json::array();
    for (const LevelSummary& level : summaries_of(pyramids)) {
        levels.push_back(json_of(level));
    }
    for (std::size_t i = 0; pyramids.size() == 1 && i < levels.size(); ++i) {
        if (pyramids.front().levels[i].shares) {
            levels[i]["shares"] = true;
        }
        if (const auto& spectrum = pyramids.front().levels[i].spectrum) {
            levels[i]["spectrum"] = json_of(*spectrum);
        }
    }
    manifest["levels"] = std::move(levels);
    // The input's name may be in any encoding; JSON is UTF-8.
    std::string text = manifest.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
    write_file(out.path() / "manifest.json", text);
    out.commit();
    return text;
}

/// One number a line.
void write_numbers(const fs::path& path, std::span<const NodeId> numbers) {
    constexpr std::size_t enough_to_write = 1 << 16;
    AtomicFile file(path);
    std::string text;
    for (const NodeId number : numbers) {
        append_integer(text, number);
        text += '\n';
        if (text.size() >= enough_to_write) {
            file.append(text);
            text.clear();
        }
    }
    file.append(text);
    file.commit();
}

void make_folder(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) {
        throw IoError(fmt::format("{}: {}", path.string(), error.message()));
    }
}

/// A decimation matrix as the list of its columns; every row must have a single one.
std::vector<NodeId> pool_of(SparseMatrix matrix, const fs::path& path) {
    for (NodeId row = 0; row < matrix.rows; ++row) {
        if (matrix.offsets[row + 1] != row + 1 || matrix.values[row] != 1) {
            throw InvalidInput(
                fmt::format("{}: row {} is not a row of the identity, expected a decimation matrix", path.string(), row));
        }
    }
    return std::move(matrix.indices);
}

/// Shares as they were written; every row must have some, all of them positive.
SparseMatrix shares_of(SparseMatrix matrix, const fs::path& path) {
    sort_rows(matrix);
    for (NodeId row = 0; row < matrix.rows; ++row) {
        const auto begin = matrix.values.begin() + matrix.offsets[row];
        const auto end = matrix.values.begin() + matrix.offsets[row + 1];
        if (begin == end || !std::all_of(begin, end, [](double share) { return share > 0 && std::isfinite(share); })) {
            throw InvalidInput(fmt::format("{}: row {} has no shares or one that is not positive, expected shares of nodes",
                                           path.string(), row));
        }
    }
    return matrix;
}

void write_pool(const Level& level, NodeId nodes_before, const fs::path& path, Format format) {
    if (format != Format::npz || level.shares) {
        write_matrix(decimation_matrix(level, nodes_before), path, format);
        return;
    }
    AtomicFile file(path);
    write_npz_selection(level.pool, nodes_before, file);
    file.commit();
}

/// One file of a pyramid, or two small ones.
struct WritingJob {
    std::size_t items = 0;  ///< about how much there is to write
    std::function<void()> write;
};

std::vector<WritingJob> writing_jobs(const Pyramid& pyramid, const fs::path& folder, Format matrices) {
    const std::string ending = fmt::format(".{}", format_name(matrices));
    std::vector<WritingJob> jobs;
    const auto add_graph = [&](const Graph& graph, const fs::path& at) {
        make_folder(at);
        jobs.push_back({graph.adjacency().indices.size(),
                        [&graph, path = at / ("adjacency" + ending), matrices] { write_graph(graph, path, matrices); }});
    };
    add_graph(pyramid.base, folder / "input");
    for (std::size_t index = 0; index < pyramid.levels.size(); ++index) {
        const Level& level = pyramid.levels[index];
        const fs::path at = level_folder(folder, level.number);
        add_graph(level.graph, at);
        jobs.push_back({level.shares ? level.shares->indices.size() : level.nodes.size(), [=, &level, &pyramid] {
                            write_pool(level, node_count_at(pyramid, index), at / ("pool" + ending), matrices);
                            write_numbers(at / "nodes.txt", input_nodes(pyramid, index));
                        }});
    }
    return jobs;
}

Level load_level(const json& facts, const fs::path& folder, const std::string& ending, const std::vector<NodeId>& nodes_before) {
    Level level;
    level.number = facts.at("level");
    const fs::path at = level_folder(folder, level.number);
    const fs::path pool_path = at / ("pool" + ending);
    level.graph = read_graph(at / ("adjacency" + ending));
    SparseMatrix matrix = read_matrix(pool_path);
    if (matrix.rows != level.graph.node_count() || matrix.columns != static_cast<NodeId>(nodes_before.size())) {
        throw InvalidInput(fmt::format("{}: the matrix is {} x {}, expected {} x {}", pool_path.string(), matrix.rows,
                                       matrix.columns, level.graph.node_count(), nodes_before.size()));
    }
    if (facts.value("shares", false)) {
        level.shares = shares_of(std::move(matrix), pool_path);
        level.pool = largest_in_rows(*level.shares);
    } else {
        level.pool = pool_of(std::move(matrix), pool_path);
    }
    level.nodes = composed(nodes_before, level.pool);
    level.edges_before_sparsify = facts.at("edges_before_sparsify");
    level.components = facts.at("components");
    level.fake_nodes = facts.value("fake_nodes", NodeId{0});
    level.cut.origin = facts.at("origin");
    level.cut.converged = facts.at("converged");
    level.cut.vanished_components = facts.at("vanished_components");
    if (!level.shares) {
        level.cut.fraction = facts.at("cut_fraction");
        level.cut.upper_bound = facts.at("upper_bound");
    }
    if (facts.contains("spectrum")) {
        level.spectrum = spectrum_from(facts.at("spectrum"));
    }
    const json& seconds = facts.at("seconds");
    level.seconds = {seconds.at("eigen"), seconds.at("cut"), seconds.at("kron"), seconds.at("sparsify")};
    return level;
}

}  // namespace

std::string save_pyramid(const Pyramid& pyramid, const PyramidOrigin& origin, const fs::path& folder, Format matrices,
                         const Parallel& parallel) {
    AtomicFolder out(folder);
    auto jobs = writing_jobs(pyramid, out.path(), matrices);
    // The largest first, or one thread would end with it while the others have nothing left to do.
    std::stable_sort(jobs.begin(), jobs.end(), [](const auto& a, const auto& b) { return a.items > b.items; });
    parallel_for(jobs.size(), parallel, [&](std::size_t index) { jobs[index].write(); });
    json manifest = manifest_head(origin);
    manifest["format"] = format_name(matrices);
    manifest["nodes"] = real_node_count(pyramid);
    if (pyramid.fake_nodes > 0) {
        manifest["fake_nodes"] = pyramid.fake_nodes;
    }
    manifest["edges"] = pyramid.base.edge_count();
    return finish_folder(out, std::move(manifest), {&pyramid, 1});
}

StoredPyramid load_pyramid(const fs::path& folder) {
    const fs::path manifest_path = folder / "manifest.json";
    try {
        const json manifest = json::parse(read_file(manifest_path));
        if (manifest.contains("graphs")) {
            throw InvalidInput(fmt::format(
                "{}: this is a coarsened dataset, expected a single graph: read its levels as datasets", folder.string()));
        }
        StoredPyramid stored;
        stored.origin = {manifest.at("input"), pyramid_options_from_json(manifest.at("options").dump()),
                         Seed(manifest.at("seed").get<std::uint64_t>()), manifest.value("symmetrize", "")};
        const std::string ending = fmt::format(".{}", manifest.at("format").get<std::string>());
        stored.pyramid.base = read_graph(folder / "input" / ("adjacency" + ending));
        stored.pyramid.fake_nodes = manifest.value("fake_nodes", NodeId{0});
        std::vector<NodeId> nodes = identity(stored.pyramid.base.node_count());
        for (const json& facts : manifest.at("levels")) {
            stored.pyramid.levels.push_back(load_level(facts, folder, ending, nodes));
            nodes = stored.pyramid.levels.back().nodes;
        }
        return stored;
    } catch (const json::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", manifest_path.string(), error.what()));
    }
}

std::string save_pyramids(const Dataset& dataset, std::span<const Pyramid> pyramids, const PyramidOrigin& origin,
                          const fs::path& folder) {
    const auto offsets = node_offsets(dataset);
    AtomicFolder out(folder);
    const std::size_t level_count = pyramids.empty() ? 0 : pyramids.front().levels.size();
    for (std::size_t index = 0; index < level_count; ++index) {
        const fs::path at = level_folder(out.path(), pyramids.front().levels[index].number);
        make_folder(at);
        write_dataset(dataset_at_level(dataset, pyramids, index), at);
        std::vector<NodeId> nodes;
        for (std::size_t g = 0; g < pyramids.size(); ++g) {
            for (const NodeId node : input_nodes(pyramids[g], index)) {
                nodes.push_back(node < 0 ? 0 : static_cast<NodeId>(offsets[g]) + node + 1);
            }
        }
        write_numbers(at / fmt::format("{}_nodes.txt", dataset.name), nodes);
    }
    json manifest = manifest_head(origin);
    manifest["graphs"] = dataset.graphs.size();
    return finish_folder(out, std::move(manifest), pyramids);
}

}  // namespace ndpool

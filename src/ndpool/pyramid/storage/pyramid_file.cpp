#include "ndpool/pyramid/storage/pyramid_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/formats/named_graph.hpp"
#include "ndpool/io/formats/npz.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/node_list.hpp"
#include "ndpool/pyramid/assignment_matrix.hpp"
#include "ndpool/pyramid/node_lists.hpp"
#include "ndpool/pyramid/storage/pyramid_folder.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

void write_pool(const Level& level, NodeId nodes_before, const fs::path& path, Format format) {
    if (format != Format::npz || level.assignment_matrix) {
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
        jobs.push_back(
            {level.assignment_matrix ? level.assignment_matrix->indices.size() : level.nodes.size(), [=, &level, &pyramid] {
                 write_pool(level, node_count_at(pyramid, index), at / ("pool" + ending), matrices);
                 write_node_list(at / "nodes.txt", input_nodes(pyramid, index));
             }});
    }
    return jobs;
}

NodeId fake_nodes_of(const Manifest& facts, const Graph& graph, const fs::path& folder) {
    return facts.contains("fake_nodes") ? static_cast<NodeId>(count_of(facts, "fake_nodes", graph.node_count(), folder)) : 0;
}

Level load_level(const Manifest& facts, const fs::path& folder, const std::string& ending,
                 const std::vector<NodeId>& nodes_before) {
    Level level;
    level.number = static_cast<int>(count_of(facts, "level", std::numeric_limits<int>::max(), folder));
    const fs::path at = level_folder(folder, level.number);
    const fs::path pool_path = at / ("pool" + ending);
    level.graph = read_graph(at / ("adjacency" + ending));
    SparseMatrix matrix = read_matrix(pool_path);
    if (matrix.rows != level.graph.node_count() || matrix.columns != static_cast<NodeId>(nodes_before.size())) {
        throw InvalidInput(fmt::format("{}: the matrix is {} x {}, expected {} x {}", pool_path.string(), matrix.rows,
                                       matrix.columns, level.graph.node_count(), nodes_before.size()));
    }
    if (facts.value("shares", false)) {
        level.assignment_matrix = assignment_matrix_of(std::move(matrix), pool_path);
        level.pool = largest_in_rows(*level.assignment_matrix);
    } else {
        level.pool = pool_of(std::move(matrix), pool_path);
    }
    level.nodes = composed(nodes_before, level.pool);
    const std::int64_t nodes = level.graph.node_count();
    level.edges_before_sparsify = count_of(facts, "edges_before_sparsify", nodes * (nodes + 1) / 2, folder);
    level.components = static_cast<NodeId>(count_of(facts, "components", nodes, folder));
    level.fake_nodes = fake_nodes_of(facts, level.graph, folder);
    level.cut.origin = facts.at("origin");
    level.cut.converged = facts.at("converged");
    level.cut.vanished_components = static_cast<NodeId>(count_of(facts, "vanished_components", std::ssize(nodes_before), folder));
    if (!level.assignment_matrix) {
        level.cut.fraction = share_of(facts, "cut_fraction", folder);
        level.cut.upper_bound = share_of(facts, "upper_bound", folder);
    }
    if (facts.contains("spectrum")) {
        level.spectrum = spectrum_from(facts.at("spectrum"));
    }
    const Manifest& seconds = facts.at("seconds");
    level.seconds = {seconds.at("eigen"), seconds.at("cut"), seconds.at("kron"), seconds.at("sparsify")};
    return level;
}

/// The lines of a file; none if there is no such file.
std::vector<std::string> read_names(const fs::path& path) {
    std::error_code ignored;
    std::vector<std::string> names;
    if (!fs::exists(path, ignored)) {
        return names;
    }
    const std::string text = read_file(path);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        names.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return names;
}

}  // namespace

std::string save_pyramid(const Pyramid& pyramid, const PyramidOrigin& origin, const fs::path& folder, Format matrices,
                         const Parallel& parallel) {
    AtomicFolder out(folder);
    auto jobs = writing_jobs(pyramid, out.path(), matrices);
    // The largest file first: otherwise one thread might still write it when all others have finished.
    std::stable_sort(jobs.begin(), jobs.end(), [](const auto& a, const auto& b) { return a.items > b.items; });
    parallel_for(jobs.size(), parallel, [&](std::size_t index) { jobs[index].write(); });
    if (!origin.node_names.empty()) {
        write_file(out.path() / "nodes.txt", names_text(origin.node_names));
    }
    Manifest manifest = manifest_head(origin);
    manifest["format"] = format_name(matrices);
    manifest["nodes"] = real_node_count(pyramid);
    if (pyramid.fake_nodes > 0) {
        manifest["fake_nodes"] = pyramid.fake_nodes;
    }
    manifest["edges"] = pyramid.base.edge_count();
    return finish_folder(out, std::move(manifest), {&pyramid, 1});
}

StoredPyramid load_pyramid(const fs::path& folder) {
    const Manifest manifest = read_manifest(folder);
    if (manifest.contains("graphs")) {
        throw InvalidInput(fmt::format("{}: this is a coarsened dataset, expected a single graph: read its levels as datasets",
                                       folder.string()));
    }
    try {
        StoredPyramid stored;
        stored.origin = origin_from(manifest);
        stored.origin.node_names = read_names(folder / "nodes.txt");
        const std::string ending = fmt::format(".{}", manifest.at("format").get<std::string>());
        stored.pyramid.base = read_graph(folder / "input" / ("adjacency" + ending));
        stored.pyramid.fake_nodes = fake_nodes_of(manifest, stored.pyramid.base, folder);
        std::vector<NodeId> nodes = identity(stored.pyramid.base.node_count());
        for (const Manifest& facts : manifest.at("levels")) {
            stored.pyramid.levels.push_back(load_level(facts, folder, ending, nodes));
            nodes = stored.pyramid.levels.back().nodes;
        }
        return stored;
    } catch (const Manifest::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", (folder / "manifest.json").string(), error.what()));
    }
}

std::string save_level(const Pyramid& pyramid, const PyramidOrigin& origin, const fs::path& file) {
    write_node_list(node_list_path(file), input_nodes(pyramid, pyramid.levels.size() - 1), origin.node_names);
    write_graph(pyramid.levels.back().graph, file);
    return manifest_text(manifest_head(origin), {&pyramid, 1});
}

}  // namespace ndpool

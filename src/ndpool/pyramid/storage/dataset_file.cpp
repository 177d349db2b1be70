#include "ndpool/pyramid/storage/dataset_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "ndpool/graph/assemble.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/io/archive/npy.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/formats/text_cursor.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/place.hpp"
#include "ndpool/pyramid/assignment_matrix.hpp"
#include "ndpool/pyramid/node_lists.hpp"
#include "ndpool/pyramid/storage/dataset_levels.hpp"
#include "ndpool/pyramid/storage/pyramid_folder.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

/// The block of rows and columns that belongs to one graph. Throws InvalidInput if a row has an entry outside of it.
SparseMatrix block_of(const SparseMatrix& whole, std::size_t first_row, std::size_t end_row, std::size_t first_column,
                      std::size_t end_column, const fs::path& path) {
    SparseMatrix block{static_cast<NodeId>(end_row - first_row), static_cast<NodeId>(end_column - first_column), {0}, {}, {}};
    for (std::size_t row = first_row; row < end_row; ++row) {
        for (EntryIndex k = whole.offsets[row]; k < whole.offsets[row + 1]; ++k) {
            const auto column = static_cast<std::size_t>(whole.indices[k]);
            if (column < first_column || column >= end_column) {
                refuse(path.string(), fmt::format("entry ({}, {}) joins two graphs, expected one block for each", row, column));
            }
            block.indices.push_back(static_cast<NodeId>(column - first_column));
            block.values.push_back(whole.values[k]);
        }
        block.offsets.push_back(static_cast<EntryIndex>(block.indices.size()));
    }
    return block;
}

/// The data of a level that are needed to restore the pyramids.
struct LoadedLevel {
    std::vector<Graph> graphs;
    std::vector<std::size_t> offsets;  ///< the first node of each graph, and all nodes
    std::vector<NodeId> fake_nodes;    ///< of each graph
    SparseMatrix pool;
    fs::path pool_path;
};

std::vector<std::size_t> offsets_of(const std::vector<Graph>& graphs) {
    std::vector<std::size_t> offsets{0};
    for (const Graph& graph : graphs) {
        offsets.push_back(offsets.back() + static_cast<std::size_t>(graph.node_count()));
    }
    return offsets;
}

/// The number of fake nodes of each graph; fake nodes have a number below `first` in the list.
std::vector<NodeId> count_fake_nodes(const fs::path& path, const std::vector<std::size_t>& offsets, std::int64_t first) {
    const std::string text = read_file(path);
    TextCursor cursor(text, path.string());
    std::vector<NodeId> fake(offsets.size() - 1, 0);
    for (std::size_t graph = 0; graph < fake.size(); ++graph) {
        for (std::size_t node = offsets[graph]; node < offsets[graph + 1]; ++node) {
            if (!cursor.next_content()) {
                cursor.refuse_here(fmt::format("the file ends after {} nodes, expected {}", node, offsets.back()));
            }
            fake[graph] += cursor.integer("a node") < first ? 1 : 0;
            cursor.end_line();
        }
    }
    return fake;
}

SparseMatrix parse_pool(const fs::path& path, std::size_t rows, std::size_t columns) {
    const std::string text = read_file(path);
    std::vector<Entry> entries;
    for (TextCursor cursor(text, path.string()); cursor.next_content(); cursor.end_line()) {
        const NodeId row = cursor.node(1, static_cast<std::int64_t>(rows));
        cursor.skip_separator();
        const NodeId column = cursor.node(1, static_cast<std::int64_t>(columns));
        cursor.skip_separator();
        entries.push_back({row, column, cursor.weight()});
    }
    return matrix_from_entries(static_cast<NodeId>(rows), static_cast<NodeId>(columns), entries);
}

LoadedLevel load_tu_level(const fs::path& at, std::optional<std::size_t> nodes_before) {
    LoadedLevel level;
    Dataset dataset = read_dataset(at);
    level.graphs = std::move(dataset.graphs);
    level.offsets = offsets_of(level.graphs);
    level.fake_nodes = count_fake_nodes(at / fmt::format("{}_nodes.txt", dataset.name), level.offsets, 1);
    level.pool_path = at / fmt::format("{}_pool.txt", dataset.name);
    if (nodes_before) {
        level.pool = parse_pool(level.pool_path, level.offsets.back(), *nodes_before);
    }
    return level;
}

std::vector<std::size_t> read_offsets(const fs::path& path, NodeId nodes) {
    ZipArchive archive(path);
    const NpyArray array = parse_npy(archive.open("offsets.npy"), archive.place("offsets.npy"));
    const std::vector<std::int64_t> numbers = npy_integers(array);
    if (numbers.empty() || numbers.front() != 0 || numbers.back() != nodes || !std::is_sorted(numbers.begin(), numbers.end())) {
        refuse(array.place, fmt::format("the offsets do not rise from 0 to {}, expected the first node of each graph", nodes));
    }
    return {numbers.begin(), numbers.end()};
}

LoadedLevel load_npz_level(const fs::path& at, std::optional<std::size_t> nodes_before) {
    LoadedLevel level;
    const fs::path adjacency = at / "adjacency.npz";
    const SparseMatrix whole = read_matrix(adjacency);
    level.offsets = read_offsets(at / "graphs.npz", whole.rows);
    const auto& offsets = level.offsets;
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        level.graphs.push_back(
            Graph::from_adjacency(block_of(whole, offsets[g], offsets[g + 1], offsets[g], offsets[g + 1], adjacency)));
    }
    level.fake_nodes = count_fake_nodes(at / "nodes.txt", offsets, 0);
    level.pool_path = at / "pool.npz";
    if (nodes_before) {
        level.pool = read_matrix(level.pool_path);
    }
    return level;
}

LoadedLevel load_dataset_level(const fs::path& at, const std::string& format, std::size_t graphs,
                               std::optional<std::size_t> nodes_before) {
    LoadedLevel level = format == "npz" ? load_npz_level(at, nodes_before) : load_tu_level(at, nodes_before);
    if (level.graphs.size() != graphs) {
        refuse(at.string(), fmt::format("there are {} graphs, expected {} as the manifest says", level.graphs.size(), graphs));
    }
    if (nodes_before && (static_cast<std::size_t>(level.pool.rows) != level.offsets.back() ||
                         static_cast<std::size_t>(level.pool.columns) != *nodes_before)) {
        refuse(level.pool_path.string(), fmt::format("the matrix is {} x {}, expected {} x {}", level.pool.rows,
                                                     level.pool.columns, level.offsets.back(), *nodes_before));
    }
    return level;
}

/// Puts a loaded level on top of every pyramid.
void add_level(std::vector<Pyramid>& pyramids, const LoadedLevel& before, LoadedLevel& loaded, const Manifest& facts) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t g = 0; g < pyramids.size(); ++g) {
        Level level;
        level.number = facts.at("level");
        level.graph = std::move(loaded.graphs[g]);
        SparseMatrix pool = block_of(loaded.pool, loaded.offsets[g], loaded.offsets[g + 1], before.offsets[g],
                                     before.offsets[g + 1], loaded.pool_path);
        if (facts.value("shares", false)) {
            level.assignment_matrix = assignment_matrix_of(std::move(pool), loaded.pool_path);
            level.pool = largest_in_rows(*level.assignment_matrix);
        } else {
            level.pool = pool_of(std::move(pool), loaded.pool_path);
        }
        level.nodes = pyramids[g].levels.empty() ? level.pool : composed(pyramids[g].levels.back().nodes, level.pool);
        level.fake_nodes = loaded.fake_nodes[g];
        level.components = connected_components(level.graph).count() - level.fake_nodes;  // fake nodes are isolated
        level.edges_before_sparsify = -1;
        level.cut = {unknown, unknown, facts.at("origin"), facts.at("converged"), 0};
        pyramids[g].levels.push_back(std::move(level));
    }
}

}  // namespace

std::string save_pyramids(const Dataset& dataset, std::span<const Pyramid> pyramids, const PyramidOrigin& origin,
                          const fs::path& folder, Format format) {
    if (format != Format::tu && format != Format::npz) {
        throw InvalidInput(
            fmt::format("the levels of a dataset cannot be written as {}, expected tu or npz", format_name(format)));
    }
    AtomicFolder out(folder);
    write_dataset_levels(dataset, pyramids, out.path(), format);
    Manifest manifest = manifest_head(origin);
    manifest["format"] = format_name(format);
    manifest["graphs"] = dataset.graphs.size();
    return finish_folder(out, std::move(manifest), pyramids);
}

StoredPyramids load_pyramids(const fs::path& folder) {
    const Manifest manifest = read_manifest(folder);
    if (!manifest.contains("graphs")) {
        throw InvalidInput(fmt::format("{}: this is the pyramid of one graph, expected that of a dataset", folder.string()));
    }
    std::error_code ignored;
    if (!fs::exists(folder / "input", ignored)) {
        throw InvalidInput(fmt::format("{}: there is no folder input, expected one: coarsen the dataset again", folder.string()));
    }
    try {
        const std::size_t graphs = manifest.at("graphs");
        const std::string format = manifest.value("format", "tu");
        StoredPyramids stored;
        stored.origin = origin_from(manifest);
        LoadedLevel before = load_dataset_level(folder / "input", format, graphs, std::nullopt);
        for (std::size_t g = 0; g < graphs; ++g) {
            stored.pyramids.push_back({std::move(before.graphs[g]), {}, before.fake_nodes[g]});
        }
        for (const Manifest& facts : manifest.at("levels")) {
            LoadedLevel level =
                load_dataset_level(level_folder(folder, facts.at("level")), format, graphs, before.offsets.back());
            add_level(stored.pyramids, before, level, facts);
            before = std::move(level);
        }
        return stored;
    } catch (const Manifest::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", (folder / "manifest.json").string(), error.what()));
    }
}

StoredKind stored_kind(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::exists(folder / "manifest.json", ignored)) {
        return StoredKind::none;
    }
    try {
        return read_manifest(folder).contains("graphs") ? StoredKind::pyramids : StoredKind::pyramid;
    } catch (const InvalidInput&) {
        return StoredKind::none;
    }
}

}  // namespace ndpool

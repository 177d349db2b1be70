#include "ndpool/pyramid/storage/dataset_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "ndpool/graph/subgraph.hpp"
#include "ndpool/io/archive/npy_write.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/formats/number_text.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/node_list.hpp"
#include "ndpool/pyramid/node_lists.hpp"
#include "ndpool/pyramid/storage/level_dataset.hpp"
#include "ndpool/pyramid/storage/pyramid_folder.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

/// One level of all graphs, the input too, as it is written.
struct StoredLevel {
    Dataset dataset;
    std::vector<NodeId> nodes;  ///< the input's node of each node, from 0 over all graphs; -1 for fake ones
    std::optional<SparseMatrix> pool =
        {};  ///< of all graphs, from the nodes of all graphs of the level before; the input has none
};

/// The matrices of single graphs as the blocks on the diagonal of one.
SparseMatrix block_diagonal(const std::vector<SparseMatrix>& blocks) {
    SparseMatrix whole;
    for (const SparseMatrix& block : blocks) {
        const auto entries = static_cast<EntryIndex>(whole.indices.size());
        for (NodeId row = 0; row < block.rows; ++row) {
            whole.offsets.push_back(entries + block.offsets[row + 1]);
        }
        for (const NodeId column : block.indices) {
            whole.indices.push_back(whole.columns + column);
        }
        whole.values.insert(whole.values.end(), block.values.begin(), block.values.end());
        whole.rows += block.rows;
        whole.columns += block.columns;
    }
    return whole;
}

std::vector<NodeId> nodes_of_all(const Dataset& dataset, const std::vector<std::vector<NodeId>>& nodes) {
    const auto offsets = node_offsets(dataset);
    std::vector<NodeId> all;
    for (std::size_t g = 0; g < nodes.size(); ++g) {
        for (const NodeId node : nodes[g]) {
            all.push_back(node < 0 ? -1 : static_cast<NodeId>(offsets[g]) + node);
        }
    }
    return all;
}

StoredLevel input_level(const Dataset& dataset, std::span<const Pyramid> pyramids) {
    std::vector<std::vector<NodeId>> nodes;
    for (const Pyramid& pyramid : pyramids) {
        nodes.push_back(base_nodes(pyramid));
    }
    return {dataset_at_base(dataset, pyramids), nodes_of_all(dataset, nodes)};
}

StoredLevel stored_level(const Dataset& dataset, std::span<const Pyramid> pyramids, std::size_t index) {
    std::vector<std::vector<NodeId>> nodes;
    std::vector<SparseMatrix> pools;
    for (const Pyramid& pyramid : pyramids) {
        nodes.push_back(input_nodes(pyramid, index));
        pools.push_back(decimation_matrix(pyramid.levels[index], node_count_at(pyramid, index)));
    }
    return {dataset_at_level(dataset, pyramids, index), nodes_of_all(dataset, nodes), block_diagonal(pools)};
}

std::string pool_text(const SparseMatrix& pool) {
    std::string text;
    for (NodeId row = 0; row < pool.rows; ++row) {
        for (EntryIndex k = pool.offsets[row]; k < pool.offsets[row + 1]; ++k) {
            append_integer(text, std::int64_t{row} + 1);
            text.append(", ");
            append_integer(text, std::int64_t{pool.indices[k]} + 1);
            text.append(", ");
            append_number(text, pool.values[k]);
            text += '\n';
        }
    }
    return text;
}

void write_tu_level(const StoredLevel& level, const fs::path& at) {
    const std::string& name = level.dataset.name;
    write_dataset(level.dataset, at);
    std::vector<NodeId> from_one = level.nodes;
    std::for_each(from_one.begin(), from_one.end(), [](NodeId& node) { ++node; });
    write_node_list(at / fmt::format("{}_nodes.txt", name), from_one);
    if (level.pool) {
        write_file(at / fmt::format("{}_pool.txt", name), pool_text(*level.pool));
    }
}

std::vector<std::int64_t> long_integers(const std::vector<long>& numbers) {
    return {numbers.begin(), numbers.end()};
}

/// train 0, val 1, test 2.
std::vector<std::int64_t> split_numbers(const std::vector<std::string>& split) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(split.size());
    for (const std::string& part : split) {
        numbers.push_back(part == "train" ? 0 : part == "val" ? 1 : 2);
    }
    return numbers;
}

std::string graphs_npz(const Dataset& dataset) {
    const auto offsets = node_offsets(dataset);
    std::vector<ZipMember> members{{"offsets.npy", npy_bytes(std::vector<std::int64_t>(offsets.begin(), offsets.end()))}};
    if (!dataset.graph_labels.empty()) {
        members.push_back({"graph_labels.npy", npy_bytes(long_integers(dataset.graph_labels))});
    }
    if (!dataset.graph_split.empty()) {
        members.push_back({"split.npy", npy_bytes(split_numbers(dataset.graph_split))});
    }
    const auto add_numbers = [&](const std::string& name, const Table<double>& table) {
        if (!table.empty()) {
            members.push_back({name + ".npy", npy_matrix_bytes(table.values, table.rows(), table.columns)});
        }
    };
    add_numbers("graph_attributes", dataset.graph_attributes);
    add_numbers("node_attributes", dataset.node_attributes);
    if (const Table<long>& labels = dataset.node_labels; !labels.empty()) {
        members.push_back({"node_labels.npy", npy_matrix_bytes(long_integers(labels.values), labels.rows(), labels.columns)});
    }
    return zip_bytes(members);
}

void write_npz_level(const StoredLevel& level, const fs::path& at) {
    make_folder(at);
    write_graph(disjoint_union(level.dataset.graphs), at / "adjacency.npz");
    write_file(at / "graphs.npz", graphs_npz(level.dataset));
    write_node_list(at / "nodes.txt", level.nodes);
    if (level.pool) {
        write_matrix(*level.pool, at / "pool.npz");
    }
}

}  // namespace

void write_dataset_levels(const Dataset& dataset, std::span<const Pyramid> pyramids, const fs::path& folder, Format format) {
    const auto write_level = [&](const StoredLevel& level, const fs::path& at) {
        format == Format::npz ? write_npz_level(level, at) : write_tu_level(level, at);
    };
    write_level(input_level(dataset, pyramids), folder / "input");
    const std::size_t level_count = pyramids.empty() ? 0 : pyramids.front().levels.size();
    for (std::size_t index = 0; index < level_count; ++index) {
        write_level(stored_level(dataset, pyramids, index), level_folder(folder, pyramids.front().levels[index].number));
    }
}

}  // namespace ndpool

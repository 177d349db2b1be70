#include "ndpool/pyramid/storage/level_dataset.hpp"

#include <algorithm>

#include "ndpool/pyramid/storage/pyramid_folder.hpp"

namespace ndpool {

namespace {

std::vector<long> row_for_fake_nodes(const Table<long>& labels) {
    std::vector<long> row(labels.columns, 0);
    for (std::size_t i = 0; i < labels.values.size(); ++i) {
        long& label = row[i % labels.columns];
        label = i < labels.columns ? labels.values[i] + 1 : std::max(label, labels.values[i] + 1);
    }
    return row;
}

std::vector<double> row_for_fake_nodes(const Table<double>& attributes) {
    return std::vector<double>(attributes.columns, 0.0);
}

/// The input's nodes of each graph of the dataset, -1 for fake ones.
using NodesOfGraphs = std::vector<std::vector<NodeId>>;

/// The rows of a node table that belong to these nodes.
template <typename Number>
Table<Number> kept_rows(const Table<Number>& table, std::span<const std::size_t> offsets, const NodesOfGraphs& nodes) {
    Table<Number> kept{table.columns, {}};
    if (table.empty()) {
        return kept;
    }
    const std::vector<Number> fake = row_for_fake_nodes(table);
    for (std::size_t g = 0; g < nodes.size(); ++g) {
        for (const NodeId node : nodes[g]) {
            const Number* row = node < 0 ? fake.data() : table.row(offsets[g] + static_cast<std::size_t>(node));
            kept.values.insert(kept.values.end(), row, row + table.columns);
        }
    }
    return kept;
}

}  // namespace

Dataset dataset_at_level(const Dataset& dataset, std::span<const Pyramid> pyramids, std::size_t index) {
    const auto offsets = node_offsets(dataset);
    Dataset level;
    level.name = dataset.name;
    for (const Pyramid& pyramid : pyramids) {
        level.graphs.push_back(pyramid.levels[index].graph);
    }
    level.graph_labels = dataset.graph_labels;
    level.graph_attributes = dataset.graph_attributes;
    level.graph_split = dataset.graph_split;
    NodesOfGraphs nodes;
    for (const Pyramid& pyramid : pyramids) {
        nodes.push_back(input_nodes(pyramid, index));
    }
    level.node_labels = kept_rows(dataset.node_labels, offsets, nodes);
    level.node_attributes = kept_rows(dataset.node_attributes, offsets, nodes);
    return level;
}

Dataset dataset_at_base(const Dataset& dataset, std::span<const Pyramid> pyramids) {
    const auto offsets = node_offsets(dataset);
    NodesOfGraphs nodes;
    Dataset base = dataset;
    for (std::size_t g = 0; g < pyramids.size(); ++g) {
        base.graphs[g] = pyramids[g].base;
        nodes.push_back(base_nodes(pyramids[g]));
    }
    base.node_labels = kept_rows(dataset.node_labels, offsets, nodes);
    base.node_attributes = kept_rows(dataset.node_attributes, offsets, nodes);
    return base;
}

}  // namespace ndpool

#include <algorithm>

#include "ndpool/pyramid/pyramid_file.hpp"

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

/// The rows of a node table that belong to the nodes of a level.
template <typename Number>
Table<Number> kept_rows(const Table<Number>& table, std::span<const std::size_t> offsets, std::span<const Pyramid> pyramids,
                        std::size_t index) {
    Table<Number> kept{table.columns, {}};
    if (table.empty()) {
        return kept;
    }
    const std::vector<Number> fake = row_for_fake_nodes(table);
    for (std::size_t g = 0; g < pyramids.size(); ++g) {
        for (const NodeId node : input_nodes(pyramids[g], index)) {
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
    level.node_labels = kept_rows(dataset.node_labels, offsets, pyramids, index);
    level.node_attributes = kept_rows(dataset.node_attributes, offsets, pyramids, index);
    return level;
}

}  // namespace ndpool

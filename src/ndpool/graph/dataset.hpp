#pragma once

#include <string>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// A table of numbers, row by row: attributes or labels of nodes or graphs. Without columns there is no table.
template <typename Number>
struct Table {
    std::size_t columns = 0;
    std::vector<Number> values;

    [[nodiscard]] std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }
    [[nodiscard]] bool empty() const { return columns == 0; }
    [[nodiscard]] const Number* row(std::size_t index) const { return values.data() + index * columns; }

    bool operator==(const Table&) const = default;
};

/// Many graphs with their labels and attributes, as in the TU collection. Node tables have one row for each node of all graphs,
/// one graph after the other. Edge tables have one row for each stored entry of the adjacency matrices, so that an edge has the
/// same row twice, once per direction. A table that the data does not have is empty.
///
/// @code
/// Dataset dataset;
/// dataset.graphs = {path_graph(3), path_graph(4)};
/// dataset.graph_labels = {1, 2};
/// assert(class_count(dataset) == 2 && node_offsets(dataset).back() == 7);
/// @endcode
struct Dataset {
    std::string name;
    std::vector<Graph> graphs;
    std::vector<long> graph_labels;  ///< one per graph, or none
    Table<double> graph_attributes;  ///< one row per graph, or empty
    Table<long> node_labels;         ///< one row per node, or empty
    Table<double> node_attributes;   ///< one row per node, or empty
    Table<long> edge_labels;         ///< one row per stored entry, or empty
    Table<double> edge_attributes;   ///< one row per stored entry, of two columns or more, or empty; one column is the weights
    std::vector<std::string> graph_split;  ///< "train", "val" or "test" for each graph, or none

    bool operator==(const Dataset&) const = default;
};

/// The number of the first node of each graph, and the number of all nodes at the end.
[[nodiscard]] std::vector<std::size_t> node_offsets(const Dataset& dataset);
/// The number of the first stored entry of each graph, and the number of all entries at the end.
[[nodiscard]] std::vector<std::size_t> entry_offsets(const Dataset& dataset);
/// Every label that occurs, once, ascending.
[[nodiscard]] std::vector<long> distinct(std::vector<long> labels);
/// The number of different graph labels.
[[nodiscard]] std::size_t class_count(const Dataset& dataset);

}  // namespace ndpool

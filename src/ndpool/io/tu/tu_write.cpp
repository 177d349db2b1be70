#include "ndpool/io/tu/tu_write.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/io/formats/number_text.hpp"

namespace ndpool {

namespace {

void append_item(std::string& text, long value) {
    append_integer(text, value);
}

void append_item(std::string& text, double value) {
    append_number(text, value);
}

template <typename Number>
std::string table_text(const Table<Number>& table) {
    std::string text;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (std::size_t column = 0; column < table.columns; ++column) {
            text.append(column == 0 ? "" : ", ");
            append_item(text, table.row(row)[column]);
        }
        text += '\n';
    }
    return text;
}

void require_writable(const Dataset& dataset) {
    if (dataset.name.empty() || dataset.name.find_first_of("/\\\n") != std::string::npos || dataset.name.front() == '.') {
        throw InvalidInput("the data set's name cannot be part of a file's name, expected letters and digits");
    }
    const bool counted = !dataset.graph_labels.empty() || !dataset.graph_attributes.empty() || !dataset.graph_split.empty();
    const auto offsets = node_offsets(dataset);
    const std::size_t graphs = dataset.graphs.size();
    if (!counted && graphs > 0 && (dataset.graphs.back().node_count() == 0 || graphs > offsets.back())) {
        throw InvalidInput(
            "the data set has graphs without nodes and nothing else says how many graphs there are, expected graph labels");
    }
    const auto fits = [](std::size_t rows, std::size_t expected) { return rows == 0 || rows == expected; };
    if (!fits(dataset.graph_labels.size(), graphs) || !fits(dataset.graph_attributes.rows(), graphs) ||
        !fits(dataset.graph_split.size(), graphs) || !fits(dataset.node_labels.rows(), offsets.back()) ||
        !fits(dataset.node_attributes.rows(), offsets.back()) ||
        !fits(dataset.edge_labels.rows(), entry_offsets(dataset).back()) ||
        !fits(dataset.edge_attributes.rows(), entry_offsets(dataset).back())) {
        throw InvalidInput("the data set's labels or attributes do not fit its graphs, expected one row for each");
    }
    // Weights and attributes share one file, and a single column in it is read as weights.
    const bool unweighted = std::all_of(dataset.graphs.begin(), dataset.graphs.end(), [](const Graph& graph) {
        const auto& weights = graph.adjacency().values;
        return std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 1; });
    });
    if (!dataset.edge_attributes.empty() && (dataset.edge_attributes.columns == 1 || !unweighted)) {
        throw InvalidInput(
            "the data set has edge attributes that would be taken for weights or replace them, "
            "expected two columns or more and all weights 1");
    }
}

/// Edges in both directions with their weights, and the graph of each node.
void append_graphs(const Dataset& dataset, std::string& edges, std::string& weights, std::string& indicator) {
    std::int64_t first = 1;
    std::int64_t graph_id = 1;
    for (const Graph& graph : dataset.graphs) {
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            const auto neighbors = graph.neighbors(node);
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                append_integer(edges, first + node);
                edges.append(", ");
                append_integer(edges, first + neighbors[k]);
                edges += '\n';
                append_number(weights, graph.weights(node)[k]);
                weights += '\n';
            }
            append_integer(indicator, graph_id);
            indicator += '\n';
        }
        first += graph.node_count();
        ++graph_id;
    }
}

}  // namespace

std::map<std::string, std::string> tu_texts(const Dataset& dataset) {
    require_writable(dataset);
    const auto file = [&](std::string_view key) { return fmt::format("{}_{}.txt", dataset.name, key); };
    std::map<std::string, std::string> texts;
    append_graphs(dataset, texts[file("A")], texts[file("edge_attributes")], texts[file("graph_indicator")]);
    if (!dataset.edge_attributes.empty()) {
        texts[file("edge_attributes")] = table_text(dataset.edge_attributes);
    }
    if (!dataset.edge_labels.empty()) {
        texts[file("edge_labels")] = table_text(dataset.edge_labels);
    }
    if (!dataset.graph_labels.empty()) {
        texts[file("graph_labels")] = table_text(Table<long>{1, dataset.graph_labels});
    }
    if (!dataset.graph_attributes.empty()) {
        texts[file("graph_attributes")] = table_text(dataset.graph_attributes);
    }
    if (!dataset.node_labels.empty()) {
        texts[file("node_labels")] = table_text(dataset.node_labels);
    }
    if (!dataset.node_attributes.empty()) {
        texts[file("node_attributes")] = table_text(dataset.node_attributes);
    }
    for (const std::string& part : dataset.graph_split) {
        texts[file("split")].append(part).append("\n");
    }
    return texts;
}

}  // namespace ndpool

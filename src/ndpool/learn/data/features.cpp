#include "ndpool/learn/data/features.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ndpool/learn/data/clustering_coefficient.hpp"

namespace ndpool {

namespace {

using nlohmann::json;

void require_columns(const Dataset& dataset, std::string_view what, std::size_t found, std::size_t expected) {
    if (expected > 0 && found != expected) {
        throw InvalidInput(fmt::format("{}: there are {} columns of node {}, expected {} as in the data that was learned from",
                                       dataset.name, found, what, expected));
    }
}

void require_fitting(const FeatureEncoding& encoding, const Dataset& dataset, std::size_t nodes) {
    require_columns(dataset, "attributes", dataset.node_attributes.columns, encoding.attributes);
    require_columns(dataset, "labels", dataset.node_labels.columns, encoding.labels.size());
    const auto fits = [&](std::size_t needed, std::size_t rows) { return needed == 0 || rows == nodes; };
    if (!fits(encoding.attributes, dataset.node_attributes.rows()) || !fits(encoding.labels.size(), dataset.node_labels.rows())) {
        throw InvalidInput(fmt::format("{}: node attributes or labels do not fit the graphs, expected {} rows, one for each node",
                                       dataset.name, nodes));
    }
}

std::size_t structure_measures(const FeatureEncoding& encoding) {
    return encoding.structure ? (encoding.neighbor_counts.empty() ? 2 : 1) : 0;
}

/// Columns that hold measures and not labels: the attributes, then the structure.
std::size_t measure_count(const FeatureEncoding& encoding) {
    return encoding.attributes + structure_measures(encoding);
}

float standard(const FeatureEncoding& encoding, std::size_t measure, double value) {
    return static_cast<float>(encoding.means.empty() ? value : (value - encoding.means[measure]) / encoding.deviations[measure]);
}

/// The rows of one graph while they are written, entry by entry; zeros are left out.
class RowWriter {
public:
    explicit RowWriter(std::size_t columns) { rows_.columns = static_cast<std::int32_t>(columns); }

    void put(float value) {
        if (value != 0) {
            rows_.indices.push_back(static_cast<std::int32_t>(column_));
            rows_.values.push_back(value);
        }
        ++column_;
    }
    /// A block with one column for each known label.
    void put_label(const std::vector<long>& known, long label) {
        const auto found = std::lower_bound(known.begin(), known.end(), label);
        if (found != known.end() && *found == label) {
            rows_.indices.push_back(static_cast<std::int32_t>(column_ + (found - known.begin())));
            rows_.values.push_back(1);
        }
        column_ += known.size();
    }
    void end_row() {
        column_ = 0;
        ++rows_.rows;
        rows_.offsets.push_back(static_cast<std::int32_t>(rows_.indices.size()));
    }
    [[nodiscard]] SparseRows take() { return std::move(rows_); }

private:
    SparseRows rows_;
    std::size_t column_ = 0;
};

/// In the tables, the rows of the graph's nodes begin at `first_node`.
SparseRows encode_graph(const FeatureEncoding& encoding, const Dataset& dataset, const Graph& graph, std::size_t first_node) {
    const auto neighbors = encoding.structure ? neighbor_counts(graph) : std::vector<NodeId>{};
    const auto clustering = encoding.structure ? clustering_coefficients(graph) : std::vector<double>{};
    RowWriter writer(feature_count(encoding));
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const std::size_t row = first_node + static_cast<std::size_t>(node);
        for (std::size_t column = 0; column < encoding.attributes; ++column) {
            writer.put(standard(encoding, column, dataset.node_attributes.row(row)[column]));
        }
        for (std::size_t column = 0; column < encoding.labels.size(); ++column) {
            writer.put_label(encoding.labels[column], dataset.node_labels.row(row)[column]);
        }
        if (encoding.structure) {
            std::size_t measure = encoding.attributes;
            if (encoding.neighbor_counts.empty()) {
                writer.put(standard(encoding, measure++, neighbors[node]));
            } else {
                writer.put_label(encoding.neighbor_counts, neighbors[node]);
            }
            writer.put(standard(encoding, measure, clustering[node]));
        }
        writer.end_row();
    }
    return writer.take();
}

/// The column of encoded nodes where a measure is.
std::size_t column_of_measure(const FeatureEncoding& encoding, std::size_t measure) {
    return measure < encoding.attributes ? measure : feature_count(encoding) - measure_count(encoding) + measure;
}

/// The measure whose column this is, or else measure_count.
std::vector<std::size_t> measures_of_columns(const FeatureEncoding& encoding) {
    std::vector<std::size_t> measures(feature_count(encoding), measure_count(encoding));
    for (std::size_t measure = 0; measure < measure_count(encoding); ++measure) {
        measures[column_of_measure(encoding, measure)] = measure;
    }
    return measures;
}

std::vector<long> all_neighbor_counts(const Dataset& dataset) {
    std::vector<long> all;
    for (const Graph& graph : dataset.graphs) {
        const std::vector<NodeId> counts = neighbor_counts(graph);
        all.insert(all.end(), counts.begin(), counts.end());
        all = distinct(std::move(all));
    }
    return all;
}

bool is_ascending(const std::vector<long>& known) {
    return std::adjacent_find(known.begin(), known.end(), std::greater_equal<>()) == known.end();
}

bool is_sound(const FeatureEncoding& encoding) {
    const auto fits = [&](const std::vector<double>& list) { return list.size() == measure_count(encoding); };
    const bool plain = encoding.means.empty() && encoding.deviations.empty();
    return (plain || (fits(encoding.means) && fits(encoding.deviations))) &&
           std::all_of(encoding.deviations.begin(), encoding.deviations.end(), [](double d) { return d > 0; }) &&
           std::all_of(encoding.labels.begin(), encoding.labels.end(), is_ascending) && is_ascending(encoding.neighbor_counts);
}

constexpr std::array<std::string_view, 4> style_names{"paper", "given", "authors", "degrees"};

}  // namespace

std::string_view name_of(FeatureStyle style) {
    return style_names[static_cast<std::size_t>(style)];
}

FeatureStyle feature_style_named(std::string_view name) {
    const auto found = std::find(style_names.begin(), style_names.end(), name);
    if (found == style_names.end()) {
        throw InvalidInput(fmt::format("unknown style of features '{}', expected one of {}", name, fmt::join(style_names, ", ")));
    }
    return static_cast<FeatureStyle>(found - style_names.begin());
}

FeatureEncoding learn_encoding(const Dataset& dataset, FeatureStyle style) {
    FeatureEncoding encoding;
    encoding.attributes = dataset.node_attributes.columns;
    for (std::size_t column = 0; column < dataset.node_labels.columns; ++column) {
        std::vector<long> labels;
        for (std::size_t row = 0; row < dataset.node_labels.rows(); ++row) {
            labels.push_back(dataset.node_labels.row(row)[column]);
        }
        encoding.labels.push_back(distinct(std::move(labels)));
    }
    const bool nothing_else = dataset.node_attributes.empty() && (style == FeatureStyle::paper || dataset.node_labels.empty());
    encoding.structure = style == FeatureStyle::authors || style == FeatureStyle::degrees || nothing_else;
    if (style == FeatureStyle::degrees) {
        encoding.neighbor_counts = all_neighbor_counts(dataset);
    }
    return encoding;
}

FeatureEncoding with_standard_measures(FeatureEncoding encoding, const Dataset& dataset, std::span<const int> graphs,
                                       const Parallel& parallel) {
    encoding.means.clear();
    encoding.deviations.clear();
    const std::vector<SparseRows> features = encode(encoding, dataset, parallel);
    const std::vector<std::size_t> measures = measures_of_columns(encoding);
    const std::size_t count = measure_count(encoding);
    std::vector<float> row(count + 1);  // the last one takes all columns that are no measures
    const auto over_nodes = [&](const auto& visit) {
        for (const int graph : graphs) {
            const SparseRows& rows = features[graph];
            for (std::int32_t node = 0; node < rows.rows; ++node) {
                std::fill(row.begin(), row.end(), 0.0F);
                for (std::int32_t k = rows.offsets[node]; k < rows.offsets[node + 1]; ++k) {
                    row[measures[rows.indices[k]]] = rows.values[k];
                }
                for (std::size_t measure = 0; measure < count; ++measure) {
                    visit(measure, row[measure]);
                }
            }
        }
    };
    double nodes = 0;
    for (const int graph : graphs) {
        nodes += features[graph].rows;
    }
    const double divisor = std::max(nodes, 1.0);
    std::vector<double> means(count, 0);
    over_nodes([&](std::size_t measure, float value) { means[measure] += value; });
    std::transform(means.begin(), means.end(), means.begin(), [&](double sum) { return sum / divisor; });
    std::vector<double> deviations(count, 0);
    over_nodes(
        [&](std::size_t measure, float value) { deviations[measure] += (value - means[measure]) * (value - means[measure]); });
    for (std::size_t measure = 0; measure < count; ++measure) {
        const double deviation = std::sqrt(deviations[measure] / divisor);
        // Where all values are the same, rounding leaves a small deviation.
        deviations[measure] = deviation > 1e-6 * std::abs(means[measure]) ? deviation : 1;
    }
    encoding.means = std::move(means);
    encoding.deviations = std::move(deviations);
    return encoding;
}

std::size_t feature_count(const FeatureEncoding& encoding) {
    std::size_t count = measure_count(encoding) + encoding.neighbor_counts.size();
    for (const auto& known : encoding.labels) {
        count += known.size();
    }
    return count;
}

std::vector<SparseRows> encode(const FeatureEncoding& encoding, const Dataset& dataset, const Parallel& parallel) {
    const auto offsets = node_offsets(dataset);
    require_fitting(encoding, dataset, offsets.back());
    std::vector<SparseRows> features(dataset.graphs.size());
    parallel_for(features.size(), parallel,
                 [&](std::size_t g) { features[g] = encode_graph(encoding, dataset, dataset.graphs[g], offsets[g]); });
    return features;
}

UnknownLabels unknown_node_labels(const FeatureEncoding& encoding, const Dataset& dataset) {
    const std::size_t nodes = node_offsets(dataset).back();
    require_fitting(encoding, dataset, nodes);
    UnknownLabels unknown;
    for (std::size_t node = 0; node < nodes; ++node) {
        const std::size_t before = unknown.labels.size();
        for (std::size_t column = 0; column < encoding.labels.size(); ++column) {
            const std::vector<long>& known = encoding.labels[column];
            const long label = dataset.node_labels.row(node)[column];
            if (!std::binary_search(known.begin(), known.end(), label)) {
                unknown.labels.push_back(label);
            }
        }
        unknown.nodes += unknown.labels.size() > before ? 1 : 0;
    }
    unknown.labels = distinct(std::move(unknown.labels));
    return unknown;
}

std::vector<SparseRows> node_features(const Dataset& dataset, FeatureStyle style, const Parallel& parallel) {
    return encode(learn_encoding(dataset, style), dataset, parallel);
}

std::string to_json(const FeatureEncoding& encoding) {
    return json{{"attributes", encoding.attributes}, {"means", encoding.means},
                {"deviations", encoding.deviations}, {"labels", encoding.labels},
                {"structure", encoding.structure},   {"neighbor_counts", encoding.neighbor_counts}}
        .dump();
}

FeatureEncoding feature_encoding_from_json(std::string_view text) {
    try {
        const json object = json::parse(text);
        FeatureEncoding encoding{object.at("attributes"), object.at("means"),     object.at("deviations"),
                                 object.at("labels"),     object.at("structure"), {}};
        if (object.contains("neighbor_counts")) {  // runs of earlier versions have none
            encoding.neighbor_counts = object["neighbor_counts"].get<std::vector<long>>();
        }
        if (!is_sound(encoding)) {
            throw InvalidInput("encoding of features: the lists do not fit together, expected one that ndpool wrote");
        }
        return encoding;
    } catch (const json::exception& error) {
        throw InvalidInput(fmt::format("encoding of features: {}", error.what()));
    }
}

}  // namespace ndpool

#include "ndpool/learning/features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "ndpool/learning/clustering.hpp"

namespace ndpool {

namespace {

using nlohmann::json;

constexpr std::size_t structure_columns = 2;

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

/// Columns that hold measures and not labels: the attributes, then the structure.
std::size_t measure_count(const FeatureEncoding& encoding) {
    return encoding.attributes + (encoding.structure ? structure_columns : 0);
}

/// The column of encoded nodes where a measure is.
std::size_t column_of_measure(const FeatureEncoding& encoding, std::size_t measure) {
    return measure < encoding.attributes ? measure : feature_count(encoding) - measure_count(encoding) + measure;
}

float standard(const FeatureEncoding& encoding, std::size_t measure, double value) {
    return static_cast<float>(encoding.means.empty() ? value : (value - encoding.means[measure]) / encoding.deviations[measure]);
}

/// Returns the place behind the attributes.
float* put_attributes(const FeatureEncoding& encoding, const double* attributes, float* place) {
    for (std::size_t column = 0; column < encoding.attributes; ++column) {
        *place++ = standard(encoding, column, attributes[column]);
    }
    return place;
}

/// Returns the place behind the labels' blocks, which hold zeros so far.
float* put_labels(const FeatureEncoding& encoding, const long* labels, float* place) {
    for (std::size_t column = 0; column < encoding.labels.size(); ++column) {
        const auto& known = encoding.labels[column];
        const auto found = std::lower_bound(known.begin(), known.end(), labels[column]);
        if (found != known.end() && *found == labels[column]) {
            place[found - known.begin()] = 1;
        }
        place += known.size();
    }
    return place;
}

/// The rows of one graph, from `rows` on; the tables' rows of its nodes begin at `first_node`.
void encode_graph(const FeatureEncoding& encoding, const Dataset& dataset, const Graph& graph, std::size_t first_node,
                  float* rows) {
    const std::size_t width = feature_count(encoding);
    const auto neighbors = encoding.structure ? neighbor_counts(graph) : std::vector<NodeId>{};
    const auto clustering = encoding.structure ? clustering_coefficients(graph) : std::vector<double>{};
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        float* place = rows + width * static_cast<std::size_t>(node);
        const std::size_t row = first_node + static_cast<std::size_t>(node);
        place = put_attributes(encoding, dataset.node_attributes.row(row), place);
        place = put_labels(encoding, dataset.node_labels.row(row), place);
        if (encoding.structure) {
            place[0] = standard(encoding, encoding.attributes, neighbors[node]);
            place[1] = standard(encoding, encoding.attributes + 1, clustering[node]);
        }
    }
}

bool is_sound(const FeatureEncoding& encoding) {
    const auto fits = [&](const std::vector<double>& list) { return list.size() == measure_count(encoding); };
    const bool plain = encoding.means.empty() && encoding.deviations.empty();
    return (plain || (fits(encoding.means) && fits(encoding.deviations))) &&
           std::all_of(encoding.deviations.begin(), encoding.deviations.end(), [](double d) { return d > 0; }) &&
           std::all_of(encoding.labels.begin(), encoding.labels.end(), [](const std::vector<long>& known) {
               return std::adjacent_find(known.begin(), known.end(), std::greater_equal<>()) == known.end();
           });
}

}  // namespace

std::string_view name_of(FeatureStyle style) {
    switch (style) {
        case FeatureStyle::paper: return "paper";
        case FeatureStyle::given: return "given";
        default: return "authors";
    }
}

FeatureStyle feature_style_named(std::string_view name) {
    for (const FeatureStyle style : {FeatureStyle::paper, FeatureStyle::given, FeatureStyle::authors}) {
        if (name == name_of(style)) {
            return style;
        }
    }
    throw InvalidInput(fmt::format("unknown style of features '{}', expected one of paper, given, authors", name));
}

FeatureEncoding learn_encoding(const Dataset& dataset, FeatureStyle style) {
    FeatureEncoding encoding;
    encoding.attributes = dataset.node_attributes.columns;
    for (std::size_t column = 0; column < dataset.node_labels.columns; ++column) {
        std::set<long> known;
        for (std::size_t row = 0; row < dataset.node_labels.rows(); ++row) {
            known.insert(dataset.node_labels.row(row)[column]);
        }
        encoding.labels.emplace_back(known.begin(), known.end());
    }
    const bool nothing_else = dataset.node_attributes.empty() && (style == FeatureStyle::paper || dataset.node_labels.empty());
    encoding.structure = style == FeatureStyle::authors || nothing_else;
    return encoding;
}

FeatureEncoding with_standard_measures(FeatureEncoding encoding, const Dataset& dataset, std::span<const int> graphs,
                                       const Parallel& parallel) {
    encoding.means.clear();
    encoding.deviations.clear();
    const Table<float> table = encode(encoding, dataset, parallel);
    const auto offsets = node_offsets(dataset);
    const auto over_nodes = [&](const auto& visit) {
        for (const int graph : graphs) {
            for (std::size_t row = offsets[graph]; row < offsets[graph + 1]; ++row) {
                visit(table.row(row));
            }
        }
    };
    std::vector<double> means;
    std::vector<double> deviations;
    for (std::size_t measure = 0; measure < measure_count(encoding); ++measure) {
        const std::size_t column = column_of_measure(encoding, measure);
        double count = 0;
        double sum = 0;
        over_nodes([&](const float* row) { ++count, sum += row[column]; });
        const double mean = count > 0 ? sum / count : 0;
        double squares = 0;
        over_nodes([&](const float* row) { squares += (row[column] - mean) * (row[column] - mean); });
        means.push_back(mean);
        // Rounding leaves a little where all values are the same.
        const double deviation = count > 0 ? std::sqrt(squares / count) : 0;
        deviations.push_back(deviation > 1e-6 * std::abs(mean) ? deviation : 1);
    }
    encoding.means = std::move(means);
    encoding.deviations = std::move(deviations);
    return encoding;
}

std::size_t feature_count(const FeatureEncoding& encoding) {
    std::size_t count = measure_count(encoding);
    for (const auto& known : encoding.labels) {
        count += known.size();
    }
    return count;
}

Table<float> encode(const FeatureEncoding& encoding, const Dataset& dataset, const Parallel& parallel) {
    const auto offsets = node_offsets(dataset);
    require_fitting(encoding, dataset, offsets.back());
    Table<float> table{feature_count(encoding), {}};
    table.values.assign(table.columns * offsets.back(), 0);
    parallel_for(dataset.graphs.size(), parallel, [&](std::size_t g) {
        encode_graph(encoding, dataset, dataset.graphs[g], offsets[g], table.values.data() + table.columns * offsets[g]);
    });
    return table;
}

Table<float> node_features(const Dataset& dataset, FeatureStyle style, const Parallel& parallel) {
    return encode(learn_encoding(dataset, style), dataset, parallel);
}

std::string to_json(const FeatureEncoding& encoding) {
    return json{{"attributes", encoding.attributes},
                {"means", encoding.means},
                {"deviations", encoding.deviations},
                {"labels", encoding.labels},
                {"structure", encoding.structure}}
        .dump();
}

FeatureEncoding feature_encoding_from_json(std::string_view text) {
    try {
        const json object = json::parse(text);
        FeatureEncoding encoding{object.at("attributes"), object.at("means"), object.at("deviations"), object.at("labels"),
                                 object.at("structure")};
        if (!is_sound(encoding)) {
            throw InvalidInput("encoding of features: the lists do not fit together, expected one that ndpool wrote");
        }
        return encoding;
    } catch (const json::exception& error) {
        throw InvalidInput(fmt::format("encoding of features: {}", error.what()));
    }
}

}  // namespace ndpool

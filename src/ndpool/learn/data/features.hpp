#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/graph/dataset.hpp"
#include "ndpool/learn/data/sparse_rows.hpp"

namespace ndpool {

/// The features of a node that a network gets.
enum class FeatureStyle : std::uint8_t {
    /// Attributes or, where there are none, the number of neighbours and the clustering coefficient; and labels wherever there
    /// are any: as Sec. VI-A says.
    paper,
    /// Attributes and labels alone; the number of neighbours and the clustering coefficient only where there are neither.
    given,
    /// Always all of it side by side: attributes, labels, number of neighbours, clustering coefficient.
    authors,
    /// As `authors`, but the number of neighbours is treated as a label: one column for each number that occurs, which is the
    /// other way that the authors' program offers. The first layer can then depend on the number in any way, not only linearly.
    degrees,
};

/// "paper", "given", "authors", "degrees".
[[nodiscard]] std::string_view name_of(FeatureStyle style);
/// Throws InvalidInput with the names it knows.
[[nodiscard]] FeatureStyle feature_style_named(std::string_view name);

/// How nodes become rows of numbers. Columns: the attributes; for each column of labels one column per label that occurred when
/// the encoding was learned, which holds 1 for nodes with that label and 0 for others; the same for the numbers of neighbours,
/// or one column for them; the clustering coefficient (both unweighted and without self-loops).
struct FeatureEncoding {
    std::size_t attributes = 0;             ///< columns
    std::vector<double> means;              ///< of all columns but labels, to be subtracted; empty if columns stay as they are
    std::vector<double> deviations;         ///< to divide by after that; never 0
    std::vector<std::vector<long>> labels;  ///< for each column of labels those that are known, ascending
    bool structure = false;                 ///< neighbours and clustering coefficient
    std::vector<long> neighbor_counts;      ///< numbers of neighbours with a column each, ascending; if empty, one for all

    bool operator==(const FeatureEncoding&) const = default;
};

/// The encoding for data like this. Attributes stay as they are.
[[nodiscard]] FeatureEncoding learn_encoding(const Dataset& dataset, FeatureStyle style);

/// The same encoding with attributes, numbers of neighbours and clustering coefficients brought to zero mean and unit variance
/// over the nodes of these graphs; a column that is constant over them is only shifted.
[[nodiscard]] FeatureEncoding with_standard_measures(FeatureEncoding encoding, const Dataset& dataset,
                                                     std::span<const int> graphs, const Parallel& parallel = {});

/// The number of columns of encoded nodes.
[[nodiscard]] std::size_t feature_count(const FeatureEncoding& encoding);

/// For each graph a matrix with one row per node. A label that is not known is a row of zeros in its block. Throws InvalidInput
/// if the data lacks attributes or labels that the encoding needs.
[[nodiscard]] std::vector<SparseRows> encode(const FeatureEncoding& encoding, const Dataset& dataset,
                                             const Parallel& parallel = {});

/// Labels of nodes that an encoding has no column for.
struct UnknownLabels {
    std::size_t nodes = 0;     ///< number of nodes that have such a label
    std::vector<long> labels;  ///< ascending

    bool operator==(const UnknownLabels&) const = default;
};

/// What encode() leaves out of this data. Throws InvalidInput as encode() does.
[[nodiscard]] UnknownLabels unknown_node_labels(const FeatureEncoding& encoding, const Dataset& dataset);

/// Features of a data set by its own encoding.
[[nodiscard]] std::vector<SparseRows> node_features(const Dataset& dataset, FeatureStyle style, const Parallel& parallel = {});

/// As a JSON object that reads back as the same encoding. Reading throws InvalidInput for anything else.
[[nodiscard]] std::string to_json(const FeatureEncoding& encoding);
[[nodiscard]] FeatureEncoding feature_encoding_from_json(std::string_view json);

}  // namespace ndpool

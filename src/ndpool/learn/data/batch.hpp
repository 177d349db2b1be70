#pragma once

#include <span>

#include "ndpool/learn/data/sample.hpp"

namespace ndpool {

/// The disjoint union of some graphs, level by level, as one graph that a network processes at once.
struct Batch {
    SparseRows features;               ///< one row per node of the base
    std::vector<std::int32_t> labels;  ///< one per graph
    std::vector<LevelOperators> levels;
    SparseRows adjacency;  ///< of the base, if the samples have it
    /// For each level, the first node of each graph, and the number of nodes at the end.
    std::vector<std::vector<std::int32_t>> graph_offsets;

    [[nodiscard]] std::size_t graph_count() const { return labels.size(); }
    [[nodiscard]] std::int32_t node_count() const { return graph_offsets.front().back(); }
};

/// The union of samples with these numbers, in this order. All samples must have the same number of features and levels.
[[nodiscard]] Batch make_batch(std::span<const Sample> samples, std::span<const std::int32_t> numbers);

}  // namespace ndpool

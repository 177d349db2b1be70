#pragma once

#include "ndpool/learn/data/sample.hpp"
#include "ndpool/learn/nn/kernels/grouped_rows.hpp"

namespace ndpool {

/// What DirectNetwork multiplies with in one layer, made from the operators of a level before training.
struct DirectOperators {
    std::int64_t rows = 0;     ///< computed by the layer
    std::int64_t sources = 0;  ///< rows that the layer before hands on
    GroupedRows messages;      ///< computed rows x sources

    /// Whether the sources are multiplied with the weights before messages are passed, which is less work where equal rows of a
    /// pool were merged: there are then fewer sources than computed rows. For each source in turn a row whose own features it
    /// is comes first.
    bool multiplies_first = false;
    std::vector<std::int32_t> own_of_rest;  ///< the source that is the own one of each further row
    GroupedRows messages_transposed;        ///< for gradients

    // If messages are passed first:
    /// The source that is each computed row's own; empty if it is that of the same number.
    std::vector<std::int32_t> own;
    /// The gradient of the inputs has two rows for each computed row, of the messages and of the own features; this is
    /// sources x such rows.
    GroupedRows inputs_to_sources;

    GroupedRows pool;             ///< rows of the next level x computed rows; empty without a pool that combines rows
    GroupedRows pool_transposed;  ///< for gradients
    std::vector<std::int32_t> taken;
};

/// Renames the columns of a matrix: column j becomes places[j]. Entries of a row that meet are added, where the first one was.
[[nodiscard]] SparseRows merge_columns(const SparseRows& matrix, std::span<const std::int32_t> places, std::int32_t columns);

/// Propagation of a layer that is not the first. The layer before hands on `sources` rows, and `places` says which is that of
/// each node; if it is empty, each node has its own.
void set_messages(DirectOperators& operators, const PropagationStep& hop, std::span<const std::int32_t> places,
                  std::int64_t sources);

/// The same for a layer that multiplies first, where each source is the own one of some node. Rows that are equal are computed
/// once. Returns which computed row is that of each node.
std::vector<std::int32_t> set_products(DirectOperators& operators, const PropagationStep& hop,
                                       std::span<const std::int32_t> places, std::int64_t sources);

/// The pool after a layer. `places` says which computed row is that of each row of the level; if it is empty, each has its own.
/// If `merge`, rows that are equal are pooled once. Returns which pooled row is that of each node of the next level; empty if
/// each has its own.
std::vector<std::int32_t> set_pool(DirectOperators& operators, const LevelOperators& level, std::span<const std::int32_t> places,
                                   bool merge);

/// Asks for the matrices that follow the products of a layer, forward or backward, before they are needed.
void prefetch_forward(std::span<const DirectOperators> layers, std::size_t layer);
void prefetch_backward(std::span<const DirectOperators> layers, std::size_t layer);

}  // namespace ndpool

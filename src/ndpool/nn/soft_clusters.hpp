#pragma once

#include "ndpool/nn/layer.hpp"

// Graphs of soft clusters. S has one row a node and one column a cluster, and its rows sum to one (zero for nodes that only pad).
// Nothing here pads graphs to the size of the largest, and nothing is nodes x nodes.
namespace ndpool {

/// For each graph S^T Y of its rows alone, offsets[g] .. offsets[g + 1] - 1: graphs x columns of S x columns of Y.
[[nodiscard]] torch::Tensor segment_products(const torch::Tensor& s, const torch::Tensor& y,
                                             const std::vector<std::int32_t>& offsets);

/// The product of each pair of matrices, like torch::bmm but with less around each of them.
[[nodiscard]] torch::Tensor graph_products(const torch::Tensor& a, const torch::Tensor& b);

/// What clusters make of a stage, graph by graph.
struct Clustered {
    torch::Tensor x;          ///< S^T X
    torch::Tensor adjacency;  ///< S^T A S
    torch::Tensor overlap;    ///< S^T S
};

/// A is the stage's plain adjacency matrix, which is symmetric.
[[nodiscard]] Clustered cluster(const Stage& stage, const torch::Tensor& s, const torch::Tensor& x);

/// One number a graph: the sum of squares of all entries of A.
[[nodiscard]] torch::Tensor squared_weights(const Stage& stage, const torch::TensorOptions& type);
/// One row a graph: its number of nodes.
[[nodiscard]] torch::Tensor node_counts(const Stage& stage, const torch::TensorOptions& type);
/// One number a node, as a column: the sum of its row of A.
[[nodiscard]] torch::Tensor degrees_of(const Stage& stage, const torch::TensorOptions& type);
/// One row a graph: the sums of the rows of its nodes.
[[nodiscard]] torch::Tensor sums_of_graphs(const Stage& stage, const torch::Tensor& rows);

/// propagation_matrix for graphs x nodes x nodes; gradients go through the degrees too.
[[nodiscard]] torch::Tensor dense_propagation(const torch::Tensor& adjacency, Propagation how);

}  // namespace ndpool

#pragma once

#include "ndpool/learn/nn/layers/layer.hpp"

// Graphs of soft clusters. The assignment matrix S has one row per node and one column per cluster, and its rows sum to one.
// Nothing here pads graphs to the size of the largest, and no matrix is nodes x nodes.
namespace ndpool {

/// The graphs of clusters that a stage becomes, graph by graph. The measures are one number per graph, in double precision.
struct Clustered {
    torch::Tensor x;                ///< S^T X
    torch::Tensor adjacency;        ///< S^T A S
    torch::Tensor inner_weight;     ///< Tr(S^T A S)
    torch::Tensor volume;           ///< Tr(S^T D S), where D has the row sums of A
    torch::Tensor overlap_trace;    ///< Tr(S^T S)
    torch::Tensor overlap_squares;  ///< the sum of squares of all entries of S^T S
    torch::Tensor entropy;          ///< the sum of the entropies of the rows of S
};

/// The clusters of S = softmax(inputs * weights), where the last row of the weights is added to every row. A is the stage's plain
/// adjacency matrix, which must be symmetric.
[[nodiscard]] Clustered cluster(const Stage& stage, const torch::Tensor& inputs, const torch::Tensor& weights,
                                const torch::Tensor& x);

/// One number per graph: the sum of squares of all entries of A.
[[nodiscard]] torch::Tensor squared_weights(const Stage& stage);
/// One number per graph: the number of its nodes.
[[nodiscard]] torch::Tensor node_counts(const Stage& stage);

}  // namespace ndpool

#pragma once

#include "ndpool/nn/layer.hpp"

// Graphs of soft clusters. S has one row a node and one column a cluster, and its rows sum to one.
// Nothing here pads graphs to the size of the largest, and nothing is nodes x nodes.
namespace ndpool {

/// How scores share nodes out among clusters.
struct Assignment {
    torch::Tensor shares;     ///< softmax of each row of scores
    torch::Tensor entropies;  ///< of each row of shares, as a column
};

/// The last dimension of the scores is the clusters.
[[nodiscard]] Assignment assign_softly(const torch::Tensor& scores);

/// The product of each pair of matrices, like torch::bmm but with less around each of them.
[[nodiscard]] torch::Tensor graph_products(const torch::Tensor& a, const torch::Tensor& b);

/// What clusters make of a stage, graph by graph.
struct Clustered {
    torch::Tensor x;                ///< S^T X
    torch::Tensor adjacency;        ///< S^T A S
    torch::Tensor inner_weight;     ///< Tr(S^T A S), one number a graph in double precision, as all that follow
    torch::Tensor volume;           ///< Tr(S^T D S), where D has the row sums of A
    torch::Tensor overlap_trace;    ///< Tr(S^T S)
    torch::Tensor overlap_squares;  ///< the sum of squares of all entries of S^T S
};

/// A is the stage's plain adjacency matrix, which must be symmetric.
[[nodiscard]] Clustered cluster(const Stage& stage, const torch::Tensor& s, const torch::Tensor& x);

/// One number a graph: the sum of squares of all entries of A.
[[nodiscard]] torch::Tensor squared_weights(const Stage& stage);
/// One number a graph: that of its nodes.
[[nodiscard]] torch::Tensor node_counts(const Stage& stage);
/// One row a graph: the sums of the rows of its nodes.
[[nodiscard]] torch::Tensor sums_of_graphs(const Stage& stage, const torch::Tensor& rows);

}  // namespace ndpool

#pragma once

#include "ndpool/graph/graph.hpp"
#include "ndpool/learn/nn/pools/pooler.hpp"

// Internal to learn/nn: graphs that trainable pools make on the way, as sparse stages.
namespace ndpool {

/// The union of graphs after a pool, with what layers need.
struct PooledGraphs {
    SparseRows adjacency;
    PropagationStep hop;
    std::vector<std::int32_t> graph_offsets;
};

[[nodiscard]] std::shared_ptr<const PooledGraphs> pooled_graphs(SparseRows adjacency, std::vector<std::int32_t> graph_offsets,
                                                                Propagation propagation);

/// The stage of such graphs, which it keeps alive.
[[nodiscard]] Stage stage_of_graphs(const std::shared_ptr<const PooledGraphs>& graphs);

/// x itself, as an operation that keeps something alive until the backward passes of all operations after it are done: they read
/// the graphs that the pool made, and features are what all of them begin with.
[[nodiscard]] torch::Tensor holding(const torch::Tensor& x, const std::shared_ptr<const void>& held);

/// The softmax of a column of scores over each group of rows offsets[g] .. offsets[g + 1] - 1.
[[nodiscard]] torch::Tensor softmax_in_groups(const torch::Tensor& scores, const std::vector<std::int32_t>& offsets);

/// The union of graphs of a sparse stage as one graph in double precision.
[[nodiscard]] Graph union_of(const SparseRows& adjacency);

/// The first of `chosen`, which are ascending nodes, of each graph, and their number at the end.
[[nodiscard]] std::vector<std::int32_t> offsets_among(std::span<const std::int32_t> chosen,
                                                      const std::vector<std::int32_t>& graph_offsets);

}  // namespace ndpool

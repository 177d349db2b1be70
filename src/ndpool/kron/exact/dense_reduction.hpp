#pragma once

#include "ndpool/kron/dense_graph.hpp"
#include "ndpool/kron/kron_reduction.hpp"

// Internal to kron/: graphs that are reduced fastest as one dense matrix.
namespace ndpool {

/// Whether a small matrix of all nodes, whose zeros are skipped, is faster than components and tiles.
[[nodiscard]] bool has_few_nodes(const Graph& graph);

/// kron_reduce of a graph with few nodes.
[[nodiscard]] Graph reduce_few_nodes(const Graph& graph, const Cut& cut);

/// Whether the graph has so many edges that looking for sparse rows is not worth it, and its matrix fits in memory.
[[nodiscard]] bool is_better_dense(const Graph& graph, const Cut& cut, const KronOptions& options);

/// kron_reduce in one matrix of all nodes, without looking for components.
[[nodiscard]] DenseGraph reduce_dense(const Graph& graph, const Cut& cut, const KronOptions& options);

/// The same with the same bits. Throws TooLarge if the matrix does not fit in memory.
[[nodiscard]] DenseGraph reduce_dense(const DenseLevel& level, const Cut& cut, const KronOptions& options);

}  // namespace ndpool

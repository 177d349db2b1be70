#pragma once

#include "ndpool/kron/kron_reduction.hpp"

// Internal to kron/: graphs that are reduced fastest as one dense matrix.
namespace ndpool {

/// Whether the graph has few nodes, or so many edges that looking for sparse rows is not worth it, and its matrix fits in
/// memory.
[[nodiscard]] bool is_better_dense(const Graph& graph, const Cut& cut, const KronOptions& options);

/// kron_reduce in one matrix of all nodes, without looking for components.
[[nodiscard]] Graph reduce_dense(const Graph& graph, const Cut& cut, const KronOptions& options);

}  // namespace ndpool

#pragma once

#include "ndpool/cut/cut.hpp"

// Internal to kron/: graphs of few nodes.
namespace ndpool {

/// Whether one dense matrix of all nodes is the shortest way to the Kron reduction of this graph.
[[nodiscard]] bool is_small(const Graph& graph);

/// kron_reduce for a small graph, by plain elimination in one matrix.
[[nodiscard]] Graph reduce_small(const Graph& graph, const Cut& cut);

}  // namespace ndpool

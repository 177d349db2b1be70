#pragma once

#include "ndpool/kron/kron_reduction.hpp"

// Internal to kron/: the reduction that drops weak edges as they appear.
namespace ndpool {

/// kron_reduce with options.drop_tolerance above 0, for a cut that fits the graph.
[[nodiscard]] Graph reduce_screened(const Graph& graph, const Cut& cut, const KronOptions& options);

}  // namespace ndpool

#pragma once

#include <span>

#include "ndpool/pyramid/ndp/ndp.hpp"

namespace ndpool {

/// Estimated time of the pyramid of a graph with each accuracy, in seconds of one thread of a processor with AVX2, without
/// reading and writing. It is made from counts alone (nodes, edges, degrees, bipartite or not), so it is the same on every
/// machine; mostly within a factor of 3, see docs/performance.md.
struct CostEstimate {
    double exact = 0;
    double faithful = 0;
    double lean = 0;
};

[[nodiscard]] CostEstimate estimated_cost(const Graph& graph, const NdpOptions& options);
/// The sum for all graphs.
[[nodiscard]] CostEstimate estimated_cost(std::span<const Graph> graphs, const NdpOptions& options);

/// Up to these estimates an accuracy is taken to be cheap.
constexpr double cheap_exact_seconds = 5;
constexpr double cheap_faithful_seconds = 20;

/// Exact where that is cheap, else faithful where that is, else lean.
///
/// @code
/// const CostEstimate cost = estimated_cost(sensor_graph(500, Seed(1)).graph, {});
/// assert(cost.exact < cheap_exact_seconds && cheap_accuracy(cost) == Accuracy::exact);
/// @endcode
[[nodiscard]] Accuracy cheap_accuracy(const CostEstimate& cost);

}  // namespace ndpool

#pragma once

#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// The number of neighbours of each node, whatever the weights; self-loops do not count.
[[nodiscard]] std::vector<NodeId> neighbor_counts(const Graph& graph);

/// For each node the fraction of pairs of its neighbours that are neighbours themselves, in [0, 1], whatever the weights and
/// without self-loops; 0 for a node with fewer than two neighbours. Time grows with edges^1.5 at most.
[[nodiscard]] std::vector<double> clustering_coefficients(const Graph& graph);

}  // namespace ndpool

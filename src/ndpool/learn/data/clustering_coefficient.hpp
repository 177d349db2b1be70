#pragma once

#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// How many neighbours each node has, whatever the weights; a self-loop makes nobody a neighbour of itself.
[[nodiscard]] std::vector<NodeId> neighbor_counts(const Graph& graph);

/// For each node the share of pairs of its neighbours that are neighbours themselves, in [0, 1], whatever the weights and
/// without self-loops; 0 for a node with fewer than two neighbours. Time grows with edges^1.5 at most.
[[nodiscard]] std::vector<double> clustering_coefficients(const Graph& graph);

}  // namespace ndpool

#pragma once

#include "ndpool/pyramid/clusters.hpp"

// Internal to pyramid/: nodes that are far from each other.
namespace ndpool {

/// Centres, of which no two are within some steps of each other, and the cluster of each.
struct IndependentSet {
    std::vector<NodeId> centres;  ///< ascending
    Clusters clusters;            ///< number i is that of centres[i]
};

/// A maximal set of nodes of which no two are joined by a path of `steps` edges or fewer. Nodes are taken greedily, those with
/// the fewest nodes within `steps` first, the lowest id among equals. Every other node is within `steps` of a centre and belongs
/// to the cluster of the first such centre that was taken. Weights and self-loops do not count.
[[nodiscard]] IndependentSet maximal_independent_set(const Graph& graph, int steps);

}  // namespace ndpool

#pragma once

#include <span>

#include "ndpool/pyramid/clusters.hpp"

// Internal to pyramid/: nodes joined in pairs along edges.
namespace ndpool {

/// The greedy matching of GRACLUS (Dhillon et al. 2007): nodes in the order given; each that is not yet in a pair takes the
/// neighbour, not yet in a pair either, that maximises w_ij (1/d_i + 1/d_j), the lowest id among equals, or stays alone if
/// there is none. Self-loops count neither as edges nor in the degrees. A cluster has one node or two; clusters are numbered by
/// their smallest nodes.
[[nodiscard]] Clusters matched_pairs(const Graph& graph, std::span<const NodeId> order);

}  // namespace ndpool

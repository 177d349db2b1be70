#pragma once

#include <span>
#include <vector>

#include "ndpool/graph/graph.hpp"

// Internal to pyramid/: nodes joined in pairs along edges.
namespace ndpool {

/// Which cluster each node is in. A cluster has one node or two; clusters are numbered by their smallest nodes.
struct Clusters {
    std::vector<NodeId> of;
    NodeId count = 0;
};

/// The greedy matching of GRACLUS (Dhillon et al. 2007): nodes in the order given; each that is not yet in a pair takes the
/// neighbour, not yet in a pair either, that maximises w_ij (1/d_i + 1/d_j), the lowest id among equals, or stays alone if
/// there is none. Self-loops count neither as edges nor in the degrees.
[[nodiscard]] Clusters matched_pairs(const Graph& graph, std::span<const NodeId> order);

/// The clusters as nodes; the weight between two is the sum of the weights between their nodes. What is inside a cluster,
/// self-loops included, is dropped.
[[nodiscard]] Graph joined_graph(const Graph& graph, const Clusters& clusters);

}  // namespace ndpool

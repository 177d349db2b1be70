#pragma once

#include <vector>

#include "ndpool/graph/graph.hpp"

// Nodes that are joined into clusters.
namespace ndpool {

/// Which cluster each node is in, from 0 to count - 1; no cluster is empty.
struct Clusters {
    std::vector<NodeId> of;
    NodeId count = 0;
};

/// The clusters as nodes; the weight between two is the sum of the weights between their nodes. What is inside a cluster,
/// self-loops included, is dropped.
[[nodiscard]] Graph joined_graph(const Graph& graph, const Clusters& clusters);

/// The assignment matrix, clusters x nodes: 1 where a node is in a cluster.
[[nodiscard]] SparseMatrix membership_matrix(const Clusters& clusters);

}  // namespace ndpool

#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

// Random graphs without geometry, weights 1, in time proportional to nodes and edges. The same seed gives the same
// graph. All throw InvalidInput for arguments out of range.

/// Every pair of nodes is an edge with the given probability. May be disconnected.
[[nodiscard]] Graph erdos_renyi_graph(NodeId nodes, double probability, Seed seed);

struct StochasticBlockOptions {
    NodeId classes = 5;    ///< their sizes differ by at most one node, their nodes are consecutive; PyGSP's default
    double inside = 0.7;   ///< probability of an edge within a class, PyGSP's default
    double across = 0.06;  ///< probability of an edge between classes; 0.3 / classes, PyGSP's default
};

/// Stochastic block model. May be disconnected.
[[nodiscard]] Graph stochastic_block_graph(NodeId nodes, Seed seed, const StochasticBlockOptions& options = {});

/// Class of a node of stochastic_block_graph.
[[nodiscard]] NodeId block_of(NodeId node, NodeId nodes, NodeId classes);

/// Preferential attachment (Barabasi, Albert 1999): begins as a star of `links` + 1 nodes; each further node is joined
/// to `links` different earlier ones, chosen with probability proportional to their degree. Connected, with
/// links * (nodes - links) edges. Needs 1 <= links < nodes.
///
/// @code
/// const Graph graph = barabasi_albert_graph(100, 3, Seed(1));
/// assert(graph.edge_count() == 3 * (100 - 3));
/// @endcode
[[nodiscard]] Graph barabasi_albert_graph(NodeId nodes, NodeId links, Seed seed);

}  // namespace ndpool

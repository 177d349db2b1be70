#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/kron/lean/rows_view.hpp"

// Internal to kron/lean/.
namespace ndpool {

/// Keeps an edge below a share of t = d_i d_j / (d_i + d_j) * 2 / nonzeros_per_node with probability w / t at weight t, so that
/// every entry keeps its expectation. The draws of a node are systematic, so that its degree changes by one t at most, where
/// independent ones lose a fifth of it: the lowest modes of graphs with hubs lie on few nodes of small degree. A share of 1
/// leaves the number of entries asked for; with less, edges just below t are not drawn again in every round, where their noise
/// would add up. Parts that would be disconnected keep an edge with the weight of all edges between them.
[[nodiscard]] NewWeights sample_weak_edges(const RowsView& rows, double nonzeros_per_node, double draws_below, Seed seed,
                                           const Parallel& parallel);

/// Uniform in [0, 1): where the draws of a node begin.
[[nodiscard]] double first_draw(Seed seed, NodeId node);

}  // namespace ndpool

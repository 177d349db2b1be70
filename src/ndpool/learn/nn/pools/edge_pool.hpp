#pragma once

#include <span>

#include "ndpool/learn/nn/pools/pooler.hpp"
#include "ndpool/pyramid/clusters.hpp"

namespace ndpool {

/// The pairs that a pool joins.
struct ContractedEdges {
    Clusters clusters;                  ///< of one node or two, numbered by their smallest nodes
    std::vector<std::int64_t> entries;  ///< for each cluster the stored entry of its edge, -1 for a node alone
};

/// Joins the ends of stored entries of a square matrix, those with the highest scores first, of equal scores the earlier ones; a
/// node is joined once. Entries on the diagonal join nothing.
[[nodiscard]] ContractedEdges contract_edges(const SparseRows& adjacency, std::span<const double> scores);

/// edgepool (Diehl: Edge contraction pooling for graph neural networks, 2019): the stored entry (i, j) has the raw score
/// w x_j + v x_i + b, and the score 1/2 plus the softmax of the raw scores over row i. Edges are contracted greedily; the
/// features of a pair are their sum times the score, those of a node alone stay, and weights between clusters are summed. At
/// least half of the nodes stay. For sparse stages whose layers computed all rows; throws InvalidInput for others.
[[nodiscard]] std::unique_ptr<Pooler> make_edge_pool(Propagation propagation, const PoolPlace& place, ParameterPlan& plan,
                                                     std::string_view name);

}  // namespace ndpool

#pragma once

#include "ndpool/learn/nn/pools/pooler.hpp"
#include "ndpool/pyramid/clusters.hpp"

namespace ndpool {

/// The cluster of each node of a graph: that of the nearest of some nodes (ascending), by the number of edges between; of equally
/// near ones that whose cluster reaches it through the lower neighbour. Nodes that cannot be reached are with the last node of
/// `kept` that is not above them, or with the first.
[[nodiscard]] Clusters nearest_kept(const SparseRows& adjacency, const std::vector<std::int32_t>& kept);

/// maxcut (Abate and Bianchi: MaxCutPool, ICLR 2025): scores s in (-1, 1) are made by steps h <- tanh((2 P - I) h W), which
/// amplify what differs between neighbours (P = D^-1/2 A D^-1/2), and a last s = tanh(h w). The loss s^T A s falls as
/// neighbours get opposite signs. The nodes with the highest scores are kept, their features times the scores; every other node
/// joins the nearest kept one, and weights between these clusters are summed. For sparse stages whose layers computed all rows;
/// throws InvalidInput for others.
[[nodiscard]] std::unique_ptr<Pooler> make_max_cut_pool(const PoolerOptions& options, Propagation propagation,
                                                        const PoolPlace& place, ParameterPlan& plan, std::string_view name);

}  // namespace ndpool

#pragma once

#include "ndpool/learn/nn/pools/pooler.hpp"

namespace ndpool {

/// The nodes of each graph that a pool keeps, ascending, and where those of each graph begin.
struct Selection {
    std::vector<std::int32_t> kept;
    std::vector<std::int32_t> graph_offsets;
};

/// The share `keep` of the nodes of each graph, rounded up and at least one, with the highest scores; of equal scores those of
/// the lower nodes. Scores that are no numbers are the lowest.
[[nodiscard]] Selection highest_scores(std::span<const double> scores, const std::vector<std::int32_t>& graph_offsets,
                                       double keep);

/// topk and sagpool: keep the nodes with the highest scores, their features times the gate of the score, and the edges between
/// them or those of Kron reduction. The scores of topk are x p / ||p||; those of sagpool are P x w + x v + b, the paper's layer
/// with one column and no ReLU, where P is the matrix of the layers around. For sparse stages whose layers computed all rows;
/// throws InvalidInput for others.
[[nodiscard]] std::unique_ptr<Pooler> make_selection_pool(const PoolerOptions& options, Propagation propagation,
                                                          const PoolPlace& place, ParameterPlan& plan, std::string_view name);

}  // namespace ndpool

#pragma once

#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/kron/lean/elimination_state.hpp"

// Internal to kron/: eliminating a hub makes a clique of its neighbours; sampling keeps that small.
namespace ndpool {

/// Some of the edges that the star-mesh transform of a hub makes, with weights that give every pair of arms its expectation
/// w_i w_j / W. Arms are positions in the hub's row.
struct SampledStar {
    struct Partner {
        NodeId arm;
        double weight;
    };

    std::vector<EntryIndex> offsets;  ///< arm i has the partners [offsets[i], offsets[i + 1])
    std::vector<Partner> partners;
    double to_ground = 0;  ///< the share of an arm's weight that is joined to ground through the hub's loop

    [[nodiscard]] std::span<const Partner> of(std::size_t arm) const {
        return {partners.data() + offsets[arm], static_cast<std::size_t>(offsets[arm + 1] - offsets[arm])};
    }
};

/// Clique sampling after Kyng and Sachdeva (2016): every arm i draws `draws` partners j with probabilities proportional to w_j,
/// for edges of weight w_i w_j / (w_i + w_j) over the number of draws. All arms stay connected. `loop` is the hub's own
/// position, whose weight leads to ground and which gets no partner; negative if the hub has no self-loop.
[[nodiscard]] SampledStar sampled_star(std::span<const double> weights, std::ptrdiff_t loop, int draws, Seed seed);

/// Sampled stars of nodes with long rows.
struct SampledHubs {
    std::vector<NodeId> hubs;
    std::vector<SampledStar> stars;
};

/// Samples the stars of those of these nodes whose rows are longer than 128.
[[nodiscard]] SampledHubs sampled_hubs(const EliminationState& at, std::span<const NodeId> centers, Seed seed,
                                       const Parallel& parallel);

}  // namespace ndpool

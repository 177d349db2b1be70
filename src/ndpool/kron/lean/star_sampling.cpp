#include "ndpool/kron/lean/star_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "ndpool/linalg/disjoint_sets.hpp"

namespace ndpool {

namespace {

struct Draw {
    NodeId a;
    NodeId b;
    double weight;
};

/// Joins the parts that the draws left disconnected to the strongest arm, by edges of their exact weights.
void join_arms(std::span<const double> weights, std::ptrdiff_t loop, double total, std::vector<Draw>& draws) {
    DisjointSets parts(weights.size());
    for (const Draw& draw : draws) {
        parts.join(draw.a, draw.b);
    }
    std::ptrdiff_t strongest = -1;
    for (std::ptrdiff_t arm = 0; arm < std::ssize(weights); ++arm) {
        if (arm != loop && (strongest < 0 || weights[arm] > weights[strongest])) {
            strongest = arm;
        }
    }
    for (std::ptrdiff_t arm = 0; arm < std::ssize(weights); ++arm) {
        if (arm != loop && parts.join(static_cast<NodeId>(arm), static_cast<NodeId>(strongest))) {
            const double weight = weights[arm] * weights[strongest] / total;
            draws.push_back({static_cast<NodeId>(arm), static_cast<NodeId>(strongest), weight});
        }
    }
}

}  // namespace

SampledStar sampled_star(std::span<const double> weights, std::ptrdiff_t loop, int draws, Seed seed) {
    std::vector<double> up_to(weights.size());  // cumulative weights of the arms, without the loop
    double sum = 0;
    for (std::size_t arm = 0; arm < weights.size(); ++arm) {
        sum += static_cast<std::ptrdiff_t>(arm) == loop ? 0.0 : weights[arm];
        up_to[arm] = sum;
    }
    const double total = loop < 0 ? sum : sum + weights[loop];
    Random random(seed);
    std::vector<Draw> drawn;
    drawn.reserve(weights.size() * static_cast<std::size_t>(draws));
    for (std::size_t arm = 0; arm < weights.size(); ++arm) {
        for (int draw = 0; draw < draws && static_cast<std::ptrdiff_t>(arm) != loop; ++draw) {
            const auto found = std::upper_bound(up_to.begin(), up_to.end(), random.uniform() * sum) - up_to.begin();
            const auto other = static_cast<std::size_t>(std::min<std::ptrdiff_t>(found, std::ssize(up_to) - 1));
            if (other != arm && static_cast<std::ptrdiff_t>(other) != loop) {
                const double series = weights[arm] * weights[other] / (weights[arm] + weights[other]);
                drawn.push_back({static_cast<NodeId>(arm), static_cast<NodeId>(other), series * (sum / total) / draws});
            }
        }
    }
    join_arms(weights, loop, total, drawn);
    SampledStar star{std::vector<EntryIndex>(weights.size() + 1, 0), std::vector<SampledStar::Partner>(2 * drawn.size()),
                     loop < 0 ? 0 : weights[loop] / total};
    for (const Draw& draw : drawn) {
        ++star.offsets[draw.a + 1];
        ++star.offsets[draw.b + 1];
    }
    std::partial_sum(star.offsets.begin(), star.offsets.end(), star.offsets.begin());
    std::vector<EntryIndex> next(star.offsets.begin(), star.offsets.end() - 1);
    for (const Draw& draw : drawn) {
        star.partners[next[draw.a]++] = {draw.b, draw.weight};
        star.partners[next[draw.b]++] = {draw.a, draw.weight};
    }
    return star;
}

SampledHubs sampled_hubs(const EliminationState& at, std::span<const NodeId> centers, Seed seed, const Parallel& parallel) {
    // With these values soc-Slashdot0902 took 13 CPU s down to 47 nodes, with exact stars 34.
    constexpr NodeId longest_exact = 128;
    constexpr int draws = 32;
    SampledHubs sampled;
    std::copy_if(centers.begin(), centers.end(), std::back_inserter(sampled.hubs),
                 [&](NodeId center) { return at.length[center] > longest_exact; });
    sampled.stars.resize(sampled.hubs.size());
    parallel_for(sampled.hubs.size(), parallel, [&](std::size_t i) {
        const NodeId hub = sampled.hubs[i];
        const auto neighbors = at.neighbors(hub);
        const auto found = std::lower_bound(neighbors.begin(), neighbors.end(), hub);
        const std::ptrdiff_t loop = found != neighbors.end() && *found == hub ? found - neighbors.begin() : -1;
        sampled.stars[i] = sampled_star(at.row_weights(hub), loop, draws, seed.child("hub", static_cast<std::uint64_t>(hub)));
    });
    return sampled;
}

}  // namespace ndpool

#include "ndpool/cut/search/combine_cuts.hpp"

#include <vector>

namespace ndpool {

namespace {

/// Gain of flipping a connected region of differing nodes of `best` all at once; the region is collected on the way. All other
/// neighbours of a region are nodes that do not differ.
double collect_region(const CutProblem& problem, NodeId start, std::span<const Side> best, std::vector<char>& differs,
                      std::vector<NodeId>& region) {
    constexpr char met = 2;
    region.assign(1, start);
    differs[start] = met;
    double gain = 0;
    for (std::size_t head = 0; head < region.size(); ++head) {
        const NodeId node = region[head];
        const auto neighbors = problem.neighbors(node);
        const auto weights = problem.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (differs[neighbors[k]] == 0) {
                gain += static_cast<double>(weights[k]) * best[node] * best[neighbors[k]];
            } else if (differs[neighbors[k]] != met) {
                differs[neighbors[k]] = met;
                region.push_back(neighbors[k]);
            }
        }
    }
    return gain;
}

double region_noise(const CutProblem& problem, std::span<const NodeId> region) {
    double noise = 0;
    if (!problem.has_integer_weights()) {
        for (const NodeId node : region) {
            noise += problem.noise(node);
        }
    }
    return noise;
}

/// Flips the connected regions of the nodes where `before` and `after` differ that make `best` better, or not worse.
double take_changes(const CutProblem& problem, std::span<Side> best, std::span<const Side> before, std::span<const Side> after,
                    int mirror, bool also_equal) {
    std::vector<char> differs(best.size());
    for (std::size_t i = 0; i < best.size(); ++i) {
        differs[i] = before[i] != mirror * after[i] ? 1 : 0;
    }
    std::vector<NodeId> region;
    double gained = 0;
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        if (differs[node] == 1) {
            const double gain = collect_region(problem, node, best, differs, region);
            if ((gain > 0 && gain > region_noise(problem, region)) || (gain == 0 && also_equal)) {
                gained += gain;
                for (const NodeId member : region) {
                    best[member] = static_cast<Side>(-best[member]);
                }
            }
        }
    }
    return gained;
}

}  // namespace

double take_better_regions(const CutProblem& problem, std::span<Side> best, std::span<const Side> other) {
    const double gained = take_changes(problem, best, best, other, 1, false);
    return gained + take_changes(problem, best, best, other, -1, false);
}

void take_changes_not_worse(const CutProblem& problem, std::span<Side> best, std::span<const Side> before,
                            std::span<const Side> after) {
    std::size_t differing = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        differing += before[i] != after[i] ? 1 : 0;
    }
    (void)take_changes(problem, best, before, after, 2 * differing > before.size() ? -1 : 1, true);
}

Sides combined_cut(const CutProblem& problem, std::span<const Sides> cuts) {
    Sides best = cuts.front();
    for (const Sides& other : cuts.subspan(1)) {
        take_better_regions(problem, best, other);
    }
    return best;
}

}  // namespace ndpool

#include "ndpool/pyramid/level_summary.hpp"

#include <algorithm>

namespace ndpool {

namespace {

void add(LevelSummary& sum, const Level& level, double share) {
    sum.level = level.number;
    sum.nodes += level.graph.node_count();
    sum.fake_nodes += level.fake_nodes;
    sum.has_cuts = sum.has_cuts && !level.assignment_matrix;
    sum.edges += level.graph.edge_count();
    sum.edges_before_sparsify += level.edges_before_sparsify;
    sum.components += level.components;
    sum.vanished_components += level.cut.vanished_components;
    sum.cut_fraction += share * level.cut.fraction;
    sum.upper_bound += share * level.cut.upper_bound;
    sum.converged = sum.converged && level.cut.converged;
    ++sum.origins[level.cut.origin];
    if (level.spectrum && sum.spectral_distance) {
        sum.spectral_distance = *sum.spectral_distance + share * level.spectrum->distance;
        sum.worst_spectral_distance = std::max(*sum.worst_spectral_distance, level.spectrum->distance);
    } else {
        sum.spectral_distance.reset();
        sum.worst_spectral_distance.reset();
    }
    if (level.spectrum && !level.spectrum->upper.empty()) {
        ++sum.certified;
        sum.proved += level.spectrum->bounds_proved ? 1 : 0;
    }
    sum.seconds += level.seconds;
}

}  // namespace

std::vector<LevelSummary> summaries_of(std::span<const Pyramid> pyramids) {
    std::vector<LevelSummary> sums(pyramids.empty() ? 0 : pyramids.front().levels.size());
    const double share = 1.0 / static_cast<double>(pyramids.empty() ? 1 : pyramids.size());
    for (LevelSummary& sum : sums) {
        sum.spectral_distance = 0;  // reset by the first level that was not measured
        sum.worst_spectral_distance = 0;
    }
    for (const Pyramid& pyramid : pyramids) {
        for (std::size_t index = 0; index < sums.size(); ++index) {
            add(sums[index], pyramid.levels[index], share);
        }
    }
    return sums;
}

}  // namespace ndpool

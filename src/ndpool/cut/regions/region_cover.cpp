#include "ndpool/cut/regions/region_cover.hpp"

#include <algorithm>

namespace ndpool {

namespace {

// results/gset.txt has the cuts of tabu with these values.
constexpr int region_width = 10;
constexpr NodeId nodes_per_region = 60;

}  // namespace

bool suits_regions(const CutProblem& problem) {
    return problem.entry_count() <= EntryIndex{8} * problem.node_count();
}

RegionCover::RegionCover(const CutProblem& problem)
    : problem_(problem), solver_(problem, region_width), is_in_(static_cast<std::size_t>(problem.node_count()), 0) {}

void RegionCover::improve(std::span<Side> sides, Random& random, SearchBudget& budget) {
    for (NodeId covered = 0; covered < problem_.node_count(); covered += nodes_per_region) {
        constexpr std::uint64_t steps_per_region = 6000;
        if (budget.grant(steps_per_region) < steps_per_region) {
            break;
        }
        collect_around(static_cast<NodeId>(random.below(sides.size())));
        solver_.solve(region_, sides, random);
    }
}

void RegionCover::collect_around(NodeId center) {
    region_.assign(1, center);
    is_in_[center] = 1;
    for (std::size_t head = 0; head < region_.size(); ++head) {
        for (const NodeId neighbor : problem_.neighbors(region_[head])) {
            if (is_in_[neighbor] == 0 && region_.size() < static_cast<std::size_t>(nodes_per_region)) {
                is_in_[neighbor] = 1;
                region_.push_back(neighbor);
            }
        }
    }
    for (const NodeId node : region_) {
        is_in_[node] = 0;
    }
}

}  // namespace ndpool

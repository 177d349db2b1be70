#pragma once

#include "ndpool/cut/regions/region_solver.hpp"
#include "ndpool/cut/search/search_budget.hpp"

namespace ndpool {

/// Whether exact solutions of regions are worth their time: at most eight neighbours per node on average.
[[nodiscard]] bool suits_regions(const CutProblem& problem);

/// Solves regions of 60 nodes around randomly chosen nodes, as many regions as would cover the graph once.
class RegionCover {
public:
    explicit RegionCover(const CutProblem& problem);

    /// Solves regions until the budget is used up.
    void improve(std::span<Side> sides, Random& random, SearchBudget& budget);

private:
    void collect_around(NodeId center);

    const CutProblem& problem_;
    RegionSolver solver_;
    std::vector<char> is_in_;
    std::vector<NodeId> region_;
};

}  // namespace ndpool

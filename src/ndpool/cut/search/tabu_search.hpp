#pragma once

#include "ndpool/cut/search/gain_buckets.hpp"
#include "ndpool/cut/search/search_budget.hpp"

namespace ndpool {

/// Tabu search: flips the best node that was not flipped lately, even at a loss; a node whose flip would give the best cut so
/// far may always be flipped. The tabu tenure is n/20 to n/10 steps for n nodes. The problem must outlive this.
class TabuSearch {
public:
    TabuSearch(const CutProblem& problem, Seed seed);

    /// Searches from `start` for `steps` steps, or until the budget is used up; returns the best cut met.
    [[nodiscard]] Sides run(Sides start, std::uint64_t steps, SearchBudget& budget);

private:
    void step(std::uint64_t now);

    const CutProblem& problem_;
    GainBuckets buckets_;
    Random random_;
    std::uint64_t tenure_;
    Sides sides_;
    std::vector<double> gains_;
    std::vector<std::uint64_t> tabu_until_;
    std::vector<NodeId> since_best_;  ///< flips since the best cut
    double below_best_ = 0;           ///< how much this cut is below the best
};

}  // namespace ndpool

#pragma once

#include "ndpool/cut/search/gain_buckets.hpp"
#include "ndpool/cut/search/search_budget.hpp"

namespace ndpool {

/// Tabu search: flips the best node that was not flipped lately, also at a loss; a node that would make the best cut yet may
/// always be flipped. A node rests for a twentieth of the nodes to twice as many steps. The problem must outlive this.
class TabuSearch {
public:
    TabuSearch(const CutProblem& problem, Seed seed);

    /// From `start` for so many steps, as far as the budget goes; returns the best cut met.
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

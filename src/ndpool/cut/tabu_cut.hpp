#pragma once

#include <cstdint>

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut_problem.hpp"

namespace ndpool {

struct TabuCutOptions {
    double seconds = 1;       ///< how long to search; with this limit the result depends on the machine
    std::uint64_t steps = 0;  ///< flips to search for instead: the same result everywhere; 0 means the time limit
};

/// Improves a cut by tabu search: flip the best node that was not flipped lately, also at a loss. Searches start from the
/// crossings of a pool of good cuts, and whatever region of the graph one of them leaves better than another cut has it is
/// taken over. Never worse than the best of `starts` (at least one).
[[nodiscard]] Sides tabu_sides(const CutProblem& problem, std::vector<Sides> starts, const TabuCutOptions& options, Seed seed);

}  // namespace ndpool

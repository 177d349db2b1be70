#pragma once

#include <cstdint>
#include <optional>

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/search/cut_problem.hpp"
#include "ndpool/cut/search/search_budget.hpp"

namespace ndpool {

constexpr std::uint64_t halving_rounds = 5;  ///< with fields of 16, 8, 4, 2 and 1 cuts

/// How a halving search divides its steps.
struct HalvingPlan {
    std::uint64_t groups = 1;        ///< of cuts that are annealed together from random sides (see annealing_group.hpp)
    std::uint64_t start_sweeps = 0;  ///< of each group; another one before them has an eighth
    std::uint64_t round_sweeps = 0;  ///< of each later round, for all its cuts together
    std::uint64_t tabu_steps = 0;    ///< for the cut that is given and for the best one at the end
};

/// The plan for so many steps; none where they are too few for several good annealings.
[[nodiscard]] std::optional<HalvingPlan> halving_plan(const CutProblem& problem, double steps);

/// The steps that a halving search of so many seconds plans with.
[[nodiscard]] double halving_steps(const CutProblem& problem, double seconds);

/// Anneals many cuts, drops the worse ones and works on the rest, half as many in each round, until one is left: successive
/// halving (Karnin, Koren and Somekh 2013). The work on a cut are reheatings as in thermal cycling (Moebius et al. 1997): it is
/// annealed again from a temperature that is too low to forget it, in several lanes, and every connected region that changed in
/// one of them is taken unless it makes the cut worse. So a reheating never loses, and gains wherever one region has improved. If
/// the budget is not used up then, the search begins again. Where nodes have many neighbours, annealings end in valleys that
/// differ in the sides of the hubs, and no small change leads from one to another: most depends on choosing a good one early.
///
/// Returns a cut that is not worse than `start`.
[[nodiscard]] Sides halving_search(const CutProblem& problem, Sides start, const HalvingPlan& plan, Seed seed,
                                   SearchBudget& budget);

}  // namespace ndpool

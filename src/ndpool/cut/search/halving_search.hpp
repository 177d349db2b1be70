#pragma once

#include <cstdint>
#include <optional>

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/search/cut_problem.hpp"
#include "ndpool/cut/search/search_budget.hpp"

namespace ndpool {

/// How a halving search divides its steps.
struct HalvingPlan {
    std::size_t starts = 4;          ///< cuts that are annealed from random sides; a power of two
    std::uint64_t start_sweeps = 0;  ///< of each of them
    std::uint64_t round_sweeps = 0;  ///< of all cuts of a later round together
    std::uint64_t tabu_steps = 0;    ///< for the cut that is given and the one that is left at the end
};

/// The plan for so many steps; none where they are too few for several good annealings.
[[nodiscard]] std::optional<HalvingPlan> halving_plan(const CutProblem& problem, double steps);

/// Anneals many cuts, drops the worse half and works on the rest, until one is left: successive halving (Karnin, Koren and
/// Somekh 2013). The work on a cut are reheatings as in thermal cycling (Moebius et al. 1997): it is annealed again from a
/// temperature that is too low to forget it, then every connected region where the two differ goes to the better of its two
/// states. So a reheating never loses, and gains wherever one region has improved. If the budget is not used up then, the
/// search begins again. Where nodes have many neighbours, annealings end in valleys that differ in the sides of the hubs, and
/// no small change leads from one to another: most depends on choosing a good one early.
///
/// Returns a cut that is not worse than `start`.
[[nodiscard]] Sides halving_search(const CutProblem& problem, Sides start, const HalvingPlan& plan, Seed seed,
                                   SearchBudget& budget);

}  // namespace ndpool

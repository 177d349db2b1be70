#pragma once

#include <cstdint>

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut_options.hpp"
#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// The long search. With enough steps, a field of cuts is annealed and halved (see halving_search.hpp). With few steps, and in
/// graphs of about four neighbours per node, where cuts combine well, it is another one: a pool of cuts is annealed and each
/// improved by tabu search, where nodes have few neighbours also by exact solutions of small regions. Then cuts of the pool are
/// crossed: what several of them have in common is contracted, nodes of degree up to three are removed, the rest is annealed, and
/// the result replaces the worst of them. When crossings find nothing new, all but the best are annealed anew, with half as many
/// sweeps more. Never worse than the best of `starts` (at least one). The length of an annealing follows from the options alone,
/// so a time limit decides nothing but the number of steps.
[[nodiscard]] Sides tabu_sides(const CutProblem& problem, std::vector<Sides> starts, const TabuCutOptions& options, Seed seed);

}  // namespace ndpool

#pragma once

#include <vector>

#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// The gain of the cut if a node changes its side: the weight to neighbours on its side minus that to the others.
[[nodiscard]] double gain_of(const CutProblem& problem, NodeId node, std::span<const Side> sides);
[[nodiscard]] std::vector<double> gains_of(const CutProblem& problem, std::span<const Side> sides, const Parallel& parallel = {});

/// Puts a node on its other side and brings its gain and those of its neighbours up to date.
void flip(const CutProblem& problem, NodeId node, std::span<Side> sides, std::span<double> gains);

/// Flips nodes while one gains more than its noise. Returns the gain of the cut, never below 0.
double local_search(const CutProblem& problem, std::span<Side> sides, const Parallel& parallel = {});
/// The same local search with gains that the caller has computed; they are kept up to date.
double local_search(const CutProblem& problem, std::span<Side> sides, std::span<double> gains);

}  // namespace ndpool

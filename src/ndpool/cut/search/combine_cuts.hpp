#pragma once

#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// Takes the better of two cuts region by region. The nodes on which they differ fall into connected regions; no edge joins
/// two of them, so what each gains by going over to the other cut is independent of the rest, and `best` takes over just
/// those that gain. Where a graph is sparse this makes of two cuts one that is better than both. A cut and its mirror image
/// are the same cut: both are tried. Returns what `best` gained, never below 0.
double take_better_regions(const CutProblem& problem, std::span<Side> best, std::span<const Side> other);

/// All of at least one cut combined into one, in their order.
[[nodiscard]] Sides combined_cut(const CutProblem& problem, std::span<const Sides> cuts);

}  // namespace ndpool

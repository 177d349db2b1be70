#pragma once

#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// Takes the better of two cuts region by region. The nodes on which they differ fall into connected regions; no edge joins
/// two of them, so the gain of taking a region from the other cut is independent of the other regions, and `best` takes
/// exactly those with a gain. On sparse graphs the result is better than both cuts. A cut and its mirror image
/// are the same cut: both are tried. Returns the gain of `best`, never below 0.
double take_better_regions(const CutProblem& problem, std::span<Side> best, std::span<const Side> other);

/// Takes what has changed from `before` to `after`, or its mirror image if that is nearer: each connected region of it is flipped
/// in `best` unless `best` becomes worse. Regions that neither gain nor lose lead away from where the search has been.
void take_changes_not_worse(const CutProblem& problem, std::span<Side> best, std::span<const Side> before,
                            std::span<const Side> after);

/// Combines the cuts, at least one, into one, in their order.
[[nodiscard]] Sides combined_cut(const CutProblem& problem, std::span<const Sides> cuts);

}  // namespace ndpool

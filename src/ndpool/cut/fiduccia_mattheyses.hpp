#pragma once

#include "ndpool/cut/cut_problem.hpp"

namespace ndpool {

/// Improves a cut as Fiduccia and Mattheyses do: a pass flips the node of the largest gain, also where that is a loss, and
/// never the same one twice, then goes back to the best cut it met; passes go on while they gain. A pass ends when the flips
/// of a twentieth of the nodes, and 50 at least, have led to nothing. Returns what the cut gained, never below 0. The result has
/// no single flip that gains.
double refine_by_passes(const CutProblem& problem, std::span<Side> sides);

}  // namespace ndpool

#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut_options.hpp"
#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// Signs after a few steps of the power iteration with the normalised Laplacian I - D^-1 A from a random vector (Sec. III-A stops
/// early too), refined by flips. With weights of either sign, D sums their magnitudes.
[[nodiscard]] Sides power_sides(const CutProblem& problem, const PowerCutOptions& options, Seed seed,
                                const Parallel& parallel = {});

}  // namespace ndpool

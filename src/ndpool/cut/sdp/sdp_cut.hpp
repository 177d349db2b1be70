#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut_options.hpp"
#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// Cuts by random hyperplanes through the vectors of the relaxation, each refined by flips and, up to 200,000 nodes, by
/// Fiduccia-Mattheyses passes.
[[nodiscard]] std::vector<Sides> sdp_roundings(const CutProblem& problem, const SdpCutOptions& options, Seed seed,
                                               const Parallel& parallel = {});

/// The cut by the semidefinite relaxation: vectors by the mixing method, several of their random hyperplanes, each refined by
/// flips and Fiduccia-Mattheyses passes, and combined region by region. No single flip improves the result. The same bits for
/// every number of threads.
[[nodiscard]] Sides sdp_sides(const CutProblem& problem, const SdpCutOptions& options, Seed seed, const Parallel& parallel = {});

}  // namespace ndpool

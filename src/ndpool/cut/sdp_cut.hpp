#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut_problem.hpp"

namespace ndpool {

/// 0 means by size: the numbers that gave the best cut for the time.
struct SdpCutOptions {
    int rank = 0;         ///< of the relaxation, 4 or 8
    int sweeps = 0;       ///< of the mixing method
    int hyperplanes = 0;  ///< how many roundings are refined and combined
};

/// Cuts by random hyperplanes through the vectors of the relaxation, each refined by flips and, up to 200,000 nodes, by
/// Fiduccia-Mattheyses passes.
[[nodiscard]] std::vector<Sides> sdp_roundings(const CutProblem& problem, const SdpCutOptions& options, Seed seed,
                                               const Parallel& parallel = {});

/// The cut by the semidefinite relaxation: vectors by the mixing method, several of their random hyperplanes, each refined by
/// flips and Fiduccia-Mattheyses passes, and combined region by region. No single flip improves the result. The same bits for
/// every number of threads.
[[nodiscard]] Sides sdp_sides(const CutProblem& problem, const SdpCutOptions& options, Seed seed, const Parallel& parallel = {});

}  // namespace ndpool

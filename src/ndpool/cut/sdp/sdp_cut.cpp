#include "ndpool/cut/sdp/sdp_cut.hpp"

#include <algorithm>

#include "ndpool/cut/sdp/mixing_vectors.hpp"
#include "ndpool/cut/search/combine_cuts.hpp"
#include "ndpool/cut/search/fiduccia_mattheyses.hpp"
#include "ndpool/cut/search/local_search.hpp"

namespace ndpool {

namespace {

/// Above this size, Fiduccia-Mattheyses passes cost more time than they are worth.
constexpr NodeId passes_up_to = 200000;

void refine(const CutProblem& problem, std::span<Side> sides, const Parallel& parallel) {
    if (problem.node_count() <= passes_up_to) {
        refine_by_passes(problem, sides);
    } else {
        local_search(problem, sides, parallel);
    }
}

/// results/gset.txt has the cuts of sdp with these values.
SdpCutOptions by_size(const CutProblem& problem, SdpCutOptions options) {
    constexpr NodeId full_rank_up_to = 200000;
    const double nodes = problem.node_count();
    const double work = static_cast<double>(problem.entry_count()) + 4 * nodes;
    if (options.rank == 0) {
        options.rank = problem.node_count() <= full_rank_up_to ? 8 : 4;
    }
    if (options.sweeps == 0) {
        options.sweeps = static_cast<int>(std::clamp(std::min(2e7 / work, 15 + nodes / 20), 20.0, 60.0));
    }
    if (options.hyperplanes == 0) {
        options.hyperplanes = static_cast<int>(std::clamp(std::min(3e6 / work, 3 + nodes / 20), 2.0, 30.0));
    }
    return options;
}

}  // namespace

std::vector<Sides> sdp_roundings(const CutProblem& problem, const SdpCutOptions& options, Seed seed, const Parallel& parallel) {
    constexpr EntryIndex worth_threads_from = 20000;
    const SdpCutOptions chosen = by_size(problem, options);
    const MixingVectors vectors = mixing_vectors(problem, chosen.rank, chosen.sweeps, seed.child("vectors"), parallel);
    std::vector<Sides> roundings(static_cast<std::size_t>(chosen.hyperplanes));
    const auto round = [&](std::size_t i) {
        roundings[i] = round_by_hyperplane(vectors, problem.node_count(), seed.child("hyperplane", i));
    };
    if (problem.entry_count() < worth_threads_from) {
        FiducciaMattheyses passes(problem);
        for (std::size_t i = 0; i < roundings.size(); ++i) {
            round(i);
            passes.refine(roundings[i]);
        }
        return roundings;
    }
    parallel_for(roundings.size(), parallel, [&](std::size_t i) {
        round(i);
        refine(problem, roundings[i], {});
    });
    return roundings;
}

Sides sdp_sides(const CutProblem& problem, const SdpCutOptions& options, Seed seed, const Parallel& parallel) {
    std::vector<Sides> roundings = sdp_roundings(problem, options, seed, parallel);
    if (roundings.size() == 1) {
        return std::move(roundings.front());
    }
    Sides best = combined_cut(problem, roundings);
    refine(problem, best, parallel);
    return best;
}

}  // namespace ndpool

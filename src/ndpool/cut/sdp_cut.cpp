#include "ndpool/cut/sdp_cut.hpp"

#include <algorithm>

#include "ndpool/cut/combine_cuts.hpp"
#include "ndpool/cut/fiduccia_mattheyses.hpp"
#include "ndpool/cut/mixing_vectors.hpp"
#include "ndpool/cut/one_flip.hpp"

namespace ndpool {

namespace {

/// Above this, passes over all nodes cost more than they bring.
constexpr NodeId refined_up_to = 200000;
constexpr NodeId full_passes_up_to = 3000;

SdpCutOptions by_size(const CutProblem& problem, SdpCutOptions options) {
    constexpr NodeId full_rank_up_to = 200000;
    constexpr double work_for_hyperplanes = 1e6;
    const double work = static_cast<double>(problem.entry_count()) + 4.0 * problem.node_count();
    options.rank = options.rank > 0 ? options.rank : problem.node_count() <= full_rank_up_to ? 8 : 4;
    options.sweeps = options.sweeps > 0 ? options.sweeps : 20;
    if (options.hyperplanes == 0) {
        options.hyperplanes = static_cast<int>(std::clamp(work_for_hyperplanes / (work + 1), 2.0, 10.0));
    }
    return options;
}

NodeId patience_for(NodeId nodes) {
    return nodes <= full_passes_up_to ? nodes : std::max(full_passes_up_to, nodes / 10);
}

}  // namespace

std::vector<Sides> sdp_roundings(const CutProblem& problem, const SdpCutOptions& options, Seed seed, const Parallel& parallel) {
    const SdpCutOptions chosen = by_size(problem, options);
    const NodeId n = problem.node_count();
    const MixingVectors vectors = mixing_vectors(problem, chosen.rank, chosen.sweeps, seed.child("vectors"), parallel);
    std::vector<Sides> roundings;
    for (int i = 0; i < chosen.hyperplanes; ++i) {
        Sides& sides =
            roundings.emplace_back(round_by_hyperplane(vectors, n, seed.child("hyperplane", static_cast<std::uint64_t>(i))));
        if (n <= refined_up_to) {
            refine_by_passes(problem, sides, patience_for(n));
        } else {
            one_flip(problem, sides, parallel);
        }
    }
    return roundings;
}

Sides sdp_sides(const CutProblem& problem, const SdpCutOptions& options, Seed seed, const Parallel& parallel) {
    return combined_cut(problem, sdp_roundings(problem, options, seed, parallel), parallel);
}

}  // namespace ndpool

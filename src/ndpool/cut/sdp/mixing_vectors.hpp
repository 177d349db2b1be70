#pragma once

#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// A unit vector for every node, one after the other.
struct MixingVectors {
    int rank = 0;  ///< 4 or 8
    std::vector<float> values;

    [[nodiscard]] std::span<const float> of(NodeId node) const {
        return {values.data() + static_cast<std::size_t>(node) * static_cast<std::size_t>(rank), static_cast<std::size_t>(rank)};
    }
};

/// The semidefinite relaxation of MAXCUT in few dimensions by coordinate ascent, the mixing method: each sweep turns every
/// vector v_i away from its neighbours, to -sum_j w_ij v_j of unit length. `rank` is 4 or 8.
///
/// Nodes are swept block by block in four phases; blocks of a phase run in parallel and see each other as they were before it.
/// A node is damped by the weight of its edges to such blocks, so that the objective never falls. The blocks follow from the
/// number of nodes alone, so that every number of threads gives the same bits.
[[nodiscard]] MixingVectors mixing_vectors(const CutProblem& problem, int rank, int sweeps, Seed seed, const Parallel& parallel);

/// Objective of the relaxation: sum of w_ij (1 - v_i . v_j) / 2 over the edges, in the problem's scale.
[[nodiscard]] double relaxed_cut_weight(const CutProblem& problem, const MixingVectors& vectors);

/// The side of a random hyperplane that each vector is on.
[[nodiscard]] Sides round_by_hyperplane(const MixingVectors& vectors, NodeId nodes, Seed seed);

}  // namespace ndpool

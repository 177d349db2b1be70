#pragma once

#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// The problem that some cuts leave open (Houdayer and Martin 1999): edges whose ends are on the same side in all cuts, or on
/// different sides in all of them, are contracted. If a node of `problem` is on the first side, its nodes have the sides of the
/// first cut; on the second side they have the opposite sides. So each of the cuts is a cut of the contracted problem, and
/// combinations of their regions are too.
struct ContractedCuts {
    CutProblem problem;
    std::vector<NodeId> node_of;  ///< the contracted node, in the contracted input's order, of each node

    /// Sides of the original problem from sides of the contracted one.
    [[nodiscard]] Sides extended(std::span<const Side> contracted, std::span<const Side> first_cut) const;
};

/// Contracts a problem by at least one cut.
[[nodiscard]] ContractedCuts contract_cuts(const CutProblem& problem, std::span<const Sides* const> cuts);

}  // namespace ndpool

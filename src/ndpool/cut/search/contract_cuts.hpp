#pragma once

#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// What some cuts leave open (Houdayer and Martin 1999): nodes joined by edges whose ends are on the same side in all of them, or
/// on different sides in all of them, become one node. A node of `problem` on the first side means its nodes as the first cut has
/// them, on the second side the other way round, so every one of the cuts is a cut of the contracted problem, and combinations of
/// their regions are too.
struct ContractedCuts {
    CutProblem problem;
    std::vector<NodeId> node_of;  ///< node of the contracted graph, in its input's order, of each node

    /// Sides of the original problem from sides of the contracted one.
    [[nodiscard]] Sides extended(std::span<const Side> contracted, std::span<const Side> first_cut) const;
};

/// Of at least one cut.
[[nodiscard]] ContractedCuts contract_cuts(const CutProblem& problem, std::span<const Sides* const> cuts);

}  // namespace ndpool

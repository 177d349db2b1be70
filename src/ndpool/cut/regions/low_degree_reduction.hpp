#pragma once

#include <array>
#include <optional>
#include <vector>

#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// A problem without its nodes of degree up to three, whose optimum is the same: whatever the sides of its neighbours, such a
/// node goes to its better side, and its gain depends only on which neighbours are on different sides. With weights a, b, c to
/// three neighbours, the edge between the first two gets the weight
/// (|-a + b + c| + |a - b + c| - |a + b - c| - |a + b + c|) / 4, and so on: these edges replace the node. A largest cut of the
/// rest extends to a largest cut of the whole.
class ReducedProblem {
public:
    [[nodiscard]] const CutProblem& rest() const { return rest_; }
    /// Extends sides of the rest, in the rest's input order, to sides of all nodes of the problem that was reduced.
    [[nodiscard]] Sides extended(std::span<const Side> sides_of_rest) const;

    /// The reduced problem; std::nullopt if fewer than 15 % of the nodes have a degree up to three, as little would be gained.
    /// While nodes are removed, each node has a list of arcs, which takes four times the memory of compressed rows.
    friend std::optional<ReducedProblem> without_low_degrees(const CutProblem& problem, const Parallel& parallel);

private:
    struct Taken {
        NodeId node;
        int degree;
        std::array<NodeId, 3> neighbors;
        std::array<double, 3> weights;
    };

    ReducedProblem(CutProblem rest, std::vector<NodeId> left, std::vector<Taken> taken, NodeId nodes)
        : rest_(std::move(rest)), left_(std::move(left)), taken_(std::move(taken)), nodes_(nodes) {}

    friend class LowDegreeElimination;

    CutProblem rest_;
    std::vector<NodeId> left_;  ///< node of the problem that is each node of the rest
    std::vector<Taken> taken_;  ///< in the order of removal
    NodeId nodes_;
};

[[nodiscard]] std::optional<ReducedProblem> without_low_degrees(const CutProblem& problem, const Parallel& parallel = {});

}  // namespace ndpool

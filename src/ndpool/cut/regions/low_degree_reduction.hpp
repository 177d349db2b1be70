#pragma once

#include <array>
#include <optional>
#include <vector>

#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// A problem without its nodes of degree up to three, exactly as good: wherever its neighbours are, such a node goes to its
/// better side, and what that is worth depends on which of them are apart. With weights a, b, c to three neighbours that is
/// (|-a + b + c| + |a - b + c| - |a + b - c| - |a + b + c|) / 4 for the first two being apart, and so on: weights between
/// them that stand for the node. A largest cut of the rest extends to a largest cut of the whole.
class ReducedProblem {
public:
    [[nodiscard]] const CutProblem& rest() const { return rest_; }
    /// Sides of all nodes of the problem that was reduced from sides of the rest, which are in the rest's input order.
    [[nodiscard]] Sides extended(std::span<const Side> sides_of_rest) const;

    /// Nothing if fewer than 15 % of the nodes have a degree up to three, as the others would gain little. Arcs in lists of their
    /// own take four times the memory of rows for the while.
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
    std::vector<NodeId> left_;  ///< node of each node of the rest
    std::vector<Taken> taken_;  ///< in their order
    NodeId nodes_;
};

[[nodiscard]] std::optional<ReducedProblem> without_low_degrees(const CutProblem& problem, const Parallel& parallel = {});

}  // namespace ndpool

#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// An order in which nodes are eliminated; the neighbours of an eliminated node become a clique.
struct EliminationOrder {
    std::vector<NodeId> nodes;         ///< first eliminated first
    std::vector<std::size_t> offsets;  ///< where each node's part of `later` begins; one more than nodes
    std::vector<NodeId> later;         ///< the neighbours that a node has when it is eliminated, as ascending places in `nodes`

    [[nodiscard]] std::span<const NodeId> later_of(std::size_t place) const {
        return {later.data() + offsets[place], later.data() + offsets[place + 1]};
    }
};

/// Minimum degree orders for regions of a problem, ties broken at random, in which no node has more than `width` later
/// neighbours. Whenever all degrees are above the width, a node of high degree is left out of the order. So the nodes of the
/// order induce a graph of at most that treewidth. Memory is reused from order to order; the problem must outlive this.
class MinimumDegreeOrder {
public:
    MinimumDegreeOrder(const CutProblem& problem, int width);

    /// The order of a region of distinct nodes. The result is valid until the next call.
    const EliminationOrder& of(std::span<const NodeId> region, Random& random);

private:
    void start(std::span<const NodeId> region);
    void note(NodeId node);
    [[nodiscard]] NodeId take_least(Random& random);
    void eliminate(NodeId node);
    void remove(NodeId node, NodeId from);
    /// Leaves a node out of the order; false if no node remains.
    bool leave_one_out(Random& random);
    void number_by_place();

    const CutProblem& problem_;
    std::size_t width_;
    EliminationOrder order_;
    // From here on nodes are numbered as in the region.
    std::vector<NodeId> local_;  ///< number in the region of each node of the problem; -1 outside
    std::vector<NodeId> place_;  ///< place in the order; -1 if left out
    std::vector<NodeId> left_;   ///< nodes that remain, and some that are eliminated already
    std::vector<char> is_left_;
    std::vector<NodeId> mark_;
    std::vector<std::vector<NodeId>> adjacent_;
    std::vector<std::vector<NodeId>> by_degree_;  ///< nodes of each degree, and some whose degree has changed
};

}  // namespace ndpool

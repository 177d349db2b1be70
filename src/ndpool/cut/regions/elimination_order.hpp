#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// An order in which nodes are eliminated, each leaving its neighbours joined pairwise.
struct EliminationOrder {
    std::vector<NodeId> nodes;         ///< first eliminated first
    std::vector<std::size_t> offsets;  ///< of each node's part of `later`, one more than nodes
    std::vector<NodeId> later;         ///< the neighbours that a node has by then, as ascending places in `nodes`

    [[nodiscard]] std::span<const NodeId> later_of(std::size_t place) const {
        return {later.data() + offsets[place], later.data() + offsets[place + 1]};
    }
};

/// Orders of minimum degree for regions of a problem, ties by chance, in which no node has more than `width` later neighbours.
/// Nodes of a region that stand in the way are left out: one of high degree whenever all degrees are above the width. The nodes
/// of the order so induce a graph of that treewidth. Memory is kept from one order to the next; the problem must outlive this.
class MinimumDegreeOrder {
public:
    MinimumDegreeOrder(const CutProblem& problem, int width);

    /// Of distinct nodes. The result lives until the next call.
    const EliminationOrder& of(std::span<const NodeId> region, Random& random);

private:
    void start(std::span<const NodeId> region);
    void note(NodeId node);
    [[nodiscard]] NodeId take_least(Random& random);
    void eliminate(NodeId node);
    void remove(NodeId node, NodeId from);
    /// False if no node is left.
    bool leave_one_out(Random& random);
    void number_by_place();

    const CutProblem& problem_;
    std::size_t width_;
    EliminationOrder order_;
    // From here on nodes are numbered as in the region.
    std::vector<NodeId> local_;  ///< of each node of the problem; -1 outside
    std::vector<NodeId> place_;  ///< in the order; -1 if left out
    std::vector<NodeId> left_;   ///< and some that are gone
    std::vector<char> is_left_;
    std::vector<NodeId> mark_;
    std::vector<std::vector<NodeId>> adjacent_;
    std::vector<std::vector<NodeId>> by_degree_;  ///< and some whose degree has changed
};

}  // namespace ndpool

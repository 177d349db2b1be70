#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/graph/sparse_matrix.hpp"
#include "ndpool/kron/screened/contractible_spanning_forest.hpp"
#include "ndpool/linalg/ordered_accumulator.hpp"

// Internal to kron/: elimination of nodes with short rows.
namespace ndpool {

/// The weights of the nodes to eliminate, numbered 0 .. inside - 1: to one another (in both directions), to kept nodes,
/// numbered inside .. all - 1, and to ground (their self-loops).
struct InteriorProblem {
    NodeId all = 0;
    std::vector<EntryIndex> offsets = {0};  ///< of the arms of each inside node
    std::vector<NodeId> to;
    std::vector<double> weights;
    std::vector<double> ground;

    [[nodiscard]] NodeId inside() const { return static_cast<NodeId>(ground.size()); }
    [[nodiscard]] NodeId boundary() const { return all - inside(); }
};

/// A bucket queue of nodes by a small integer key that changes: the least key first, among equal keys the latest entry first.
class DegreeBuckets {
public:
    explicit DegreeBuckets(std::size_t nodes) : next_(nodes, none), previous_(nodes, none), key_(nodes, 0) {}

    void insert(NodeId node, std::size_t key);
    /// Only for a node that is in the queue.
    void remove(NodeId node);
    /// A node of the least key, -1 if there is none.
    [[nodiscard]] NodeId first();

private:
    static constexpr NodeId none = -1;
    std::vector<NodeId> heads_;
    std::vector<NodeId> next_;
    std::vector<NodeId> previous_;
    std::vector<std::size_t> key_;
    std::size_t least_ = 0;
};

/// Which edges an elimination may drop: an edge between i and j whose weight is below
/// share * min(degree(i), degree(j)) and which is not in the forest. Symmetric in i and j to the last bit.
struct DropRule {
    double share = 0;                              ///< 0 drops nothing
    std::span<const double> degrees = {};          ///< of all nodes of the problem
    ContractibleSpanningForest* forest = nullptr;  ///< spans the nodes of the problem; contracted as nodes are eliminated

    [[nodiscard]] bool is_weak(NodeId i, NodeId j, double weight) const {
        return weight < share * std::min(degrees[i], degrees[j]);
    }
};

/// Eliminates nodes in an order of (approximately) least degree, row by row: the row of a node is assembled when the node is
/// eliminated, from its own edges and from the stars of the eliminated nodes it was adjacent to, and never changes
/// again. Row v is stored divided by the square root of its sum, so that its star adds x(v, i) x(v, j) to every pair.
class SparseElimination {
public:
    SparseElimination(const InteriorProblem& problem, DropRule rule);

    /// Eliminates nodes until every remaining node has a row that may be longer than this.
    void run(std::size_t longest_row) { run_part(0, problem_.inside(), longest_row); }
    /// The same for the nodes [begin, end) alone.
    void run_part(NodeId begin, NodeId end, std::size_t longest_row);
    [[nodiscard]] bool is_finished() const { return steps() == gone_.size(); }

    /// The remaining nodes, ascending.
    [[nodiscard]] std::vector<NodeId> left() const;
    /// Calls add(other, weight) for each part of a weight between `node`, which is not eliminated, and any remaining or
    /// kept node; calls with `node` itself may occur and are to be ignored. Returns the weight to ground.
    template <typename Add>
    double visit_row(NodeId node, Add add);

    /// Bytes that the rows take.
    [[nodiscard]] double bytes() const;

    /// The entries of the eliminated rows at kept nodes, in the order of elimination; ascending by node within a row.
    [[nodiscard]] std::size_t steps() const { return outer_offsets_.size() - 1; }
    [[nodiscard]] std::span<const NodeId> outer_nodes(std::size_t step) const {
        return {outer_to_.data() + outer_offsets_[step], outer_to_.data() + outer_offsets_[step + 1]};
    }
    [[nodiscard]] std::span<const double> outer_weights(std::size_t step) const {
        return {outer_x_.data() + outer_offsets_[step], outer_x_.data() + outer_offsets_[step + 1]};
    }
    [[nodiscard]] double outer_ground(std::size_t step) const { return ground_x_[step]; }

private:
    /// Says that the star of `step` has an arm x to a node; a linked list per node.
    struct Membership {
        double x;
        NodeId step;
        std::int32_t next;
    };

    void eliminate(NodeId node);
    void drop_weak_arms(NodeId node);
    void store_row(double ground);
    void set_degree(NodeId node, std::size_t degree);
    void update_degrees(NodeId node, std::size_t step);

    const InteriorProblem& problem_;
    DropRule rule_;
    std::vector<bool> gone_;
    // Final rows: arms to nodes that were not eliminated then (fewer as these are eliminated), and to kept nodes.
    std::vector<EntryIndex> inner_begin_;
    std::vector<EntryIndex> inner_end_;
    std::vector<NodeId> inner_to_;
    std::vector<double> inner_x_;
    std::vector<EntryIndex> outer_offsets_ = {0};
    std::vector<NodeId> outer_to_;
    std::vector<double> outer_x_;
    std::vector<double> ground_x_;
    std::vector<std::int32_t> first_membership_;  ///< of each inside node
    std::vector<Membership> memberships_;
    // The row that is being assembled.
    OrderedAccumulator sums_;
    std::vector<Arm> row_;
    std::vector<Arm> outer_row_;
    std::vector<NodeId> held_at_;  ///< of each node: the step in whose row the forest held it last
    // Bounds of degrees: a row is at most as long as its own edges and the stars it belongs to together.
    DegreeBuckets buckets_;
    std::vector<std::size_t> degree_;
    NodeId part_begin_ = 0;  ///< the nodes that are being eliminated; the others are in no bucket
    NodeId part_end_ = 0;
    std::size_t longest_ = 0;
    std::vector<std::vector<NodeId>> stars_;  ///< of each node: the steps whose stars are in no later star of the node
    std::vector<std::int32_t> star_size_;
    std::vector<std::int32_t> absorbed_by_;  ///< of each step, -1
    std::vector<std::int32_t> outside_new_;  ///< of each step: arms that are not in the newest star
    std::vector<NodeId> seen_at_;            ///< of each step: when outside_new_ was set
};

template <typename Add>
double SparseElimination::visit_row(NodeId node, Add add) {
    for (EntryIndex k = problem_.offsets[node]; k < problem_.offsets[node + 1]; ++k) {
        const NodeId to = problem_.to[k];
        if (to >= problem_.inside() || !gone_[to]) {
            add(to, problem_.weights[k]);
        }
    }
    double ground = problem_.ground[node];
    for (std::int32_t m = first_membership_[node]; m >= 0; m = memberships_[m].next) {
        const double x = memberships_[m].x;
        const NodeId step = memberships_[m].step;
        EntryIndex alive = inner_begin_[step];
        for (EntryIndex k = alive; k < inner_end_[step]; ++k) {
            const NodeId to = inner_to_[k];
            if (!gone_[to]) {
                add(to, x * inner_x_[k]);
                inner_to_[alive] = to;
                inner_x_[alive] = inner_x_[k];
                ++alive;
            }
        }
        inner_end_[step] = alive;
        for (EntryIndex k = outer_offsets_[step]; k < outer_offsets_[step + 1]; ++k) {
            add(outer_to_[k], x * outer_x_[k]);
        }
        ground += x * ground_x_[step];
    }
    return ground;
}

}  // namespace ndpool

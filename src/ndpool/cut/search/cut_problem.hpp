#pragma once

#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/cut/cut.hpp"
#include "ndpool/graph/signed_graph.hpp"

namespace ndpool {

/// MAXCUT as the search methods work on it: rows without self-loops, weights of either sign in single precision, scaled
/// by a power of two. Large graphs whose neighbours lie far apart in memory are renumbered in breadth-first order, which
/// makes every pass over them about three times as fast; sides are in the problem's order until `in_input_order`.
///
/// Rounding to single precision changes no cut by more than 1e-7 of the weight; searches ignore gains up to `noise`.
class CutProblem {
public:
    explicit CutProblem(const Graph& graph, const Parallel& parallel = {});
    explicit CutProblem(const SignedGraph& graph, const Parallel& parallel = {});

    [[nodiscard]] NodeId node_count() const { return static_cast<NodeId>(offsets_.size()) - 1; }
    [[nodiscard]] EntryIndex entry_count() const { return offsets_.back(); }
    [[nodiscard]] std::span<const EntryIndex> offsets() const { return offsets_; }
    [[nodiscard]] std::span<const NodeId> indices() const { return indices_; }
    [[nodiscard]] std::span<const float> weights() const { return weights_; }
    [[nodiscard]] std::span<const NodeId> neighbors(NodeId node) const {
        return {indices_.data() + offsets_[node], indices_.data() + offsets_[node + 1]};
    }
    [[nodiscard]] std::span<const float> weights(NodeId node) const {
        return {weights_.data() + offsets_[node], weights_.data() + offsets_[node + 1]};
    }
    /// Sum of the magnitudes of a node's weights.
    [[nodiscard]] double magnitude(NodeId node) const;
    /// Gains of this node up to this value are rounding errors.
    [[nodiscard]] double noise(NodeId node) const { return rounding_ == 0 ? 0 : rounding_ * magnitude(node); }

    [[nodiscard]] bool has_integer_weights() const { return rounding_ == 0; }

    [[nodiscard]] Sides in_input_order(std::span<const Side> sides) const;
    [[nodiscard]] Sides from_input_order(std::span<const Side> sides) const;

private:
    void build(const SparseMatrix& adjacency, const Parallel& parallel);

    std::vector<EntryIndex> offsets_ = {0};
    std::vector<NodeId> indices_;
    std::vector<float> weights_;
    std::vector<NodeId> order_;  ///< input node of each node; empty if nothing was renumbered
    double rounding_ = 0;        ///< 0 if all weights are integers that single precision holds
};

/// Weight of the edges between the two sides, in the problem's scale.
[[nodiscard]] double cut_weight(const CutProblem& problem, std::span<const Side> sides);

}  // namespace ndpool

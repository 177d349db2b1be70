#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"
#include "ndpool/kron/smooth_vectors.hpp"

// Internal to kron/: rows of a working graph that were just made and may be thinned out.
namespace ndpool {

/// New rows of some nodes, sorted by column, symmetric among themselves. Columns without a new row stay as they are.
struct FreshRows {
    std::vector<NodeId> nodes;        ///< whose rows these are, ascending
    std::vector<NodeId> row_of;       ///< for every node of the graph its row here, -1 if it has none
    std::vector<EntryIndex> offsets;  ///< row r is [offsets[r], offsets[r + 1])
    std::vector<NodeId> to;
    std::vector<double> weights;

    [[nodiscard]] std::size_t size() const { return nodes.size(); }
    /// The entry of row r in this column, -1 if there is none.
    [[nodiscard]] EntryIndex find(NodeId row, NodeId column) const;
};

/// What thinning decided on every entry of fresh rows: 0 for those that go.
using NewWeights = std::vector<double>;

/// Strength of an edge: its weight over the degree of its ends, w (1/d_i + 1/d_j), close to the share of the current
/// between them that it carries. The same bits from both ends.
[[nodiscard]] inline double strength(double weight, double inverse_degree, double other_inverse_degree) {
    return weight * (inverse_degree + other_inverse_degree);
}

/// 1 / degree of each fresh row, loops not counted; 0 where there is no other entry.
[[nodiscard]] std::vector<double> inverse_degrees(const FreshRows& rows, const Parallel& parallel);

/// The strength above which `entries_a_node` entries a fresh row are left, on average; 0 if there are no more than that.
[[nodiscard]] double strength_to_keep(const FreshRows& rows, std::span<const double> inverse_degree, double entries_a_node);

/// How much of the weight of a dropped edge goes to the paths beside it.
enum class Compensation : std::uint8_t {
    none,    ///< nothing: every eigenvalue becomes smaller or stays
    energy,  ///< as much as keeps the energy of the smooth vectors
    full,    ///< twice the weight on both halves of a path: every eigenvalue becomes larger or stays
};

/// Drops the edges below a strength that have a two-step path of stronger ones beside them, the weakest first, and moves their
/// weight to these paths. What was connected stays connected: an edge goes only where a path remains.
[[nodiscard]] NewWeights reroute_weak_edges(const FreshRows& rows, double least_strength, Compensation compensation,
                                            const SmoothVectors& vectors, const Parallel& parallel);

/// The same for all edges below a strength between nodes of a set, over paths through nodes outside the set.
[[nodiscard]] NewWeights reroute_within(const FreshRows& rows, std::span<const std::uint8_t> is_in_set, double least_strength,
                                        Compensation compensation, const SmoothVectors& vectors, const Parallel& parallel);

/// Keeps an edge below a share of t = d_i d_j / (d_i + d_j) * 2 / entries_a_node with probability w / t at weight t, so that
/// every entry keeps its expectation. A share of 1 leaves the entries asked for; with less, edges just below t are not drawn
/// again in every round, where their noise would add up. Edges that would tear a part of the rows from the rest are kept as they
/// are.
[[nodiscard]] NewWeights sample_weak_edges(const FreshRows& rows, double entries_a_node, double draws_below, Seed seed,
                                           const Parallel& parallel);

}  // namespace ndpool

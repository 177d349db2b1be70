#pragma once

#include "ndpool/kron/lean/elimination_state.hpp"
#include "ndpool/kron/lean/star_sampling.hpp"
#include "ndpool/linalg/ordered_accumulator.hpp"

// Internal to kron/lean/: the stars of the nodes that a round eliminates, for sampled_rows.
namespace ndpool {

/// Rows of the neighbours of eliminated nodes: their node and, for every node, its row, -1 if it has none.
struct RowNumbers {
    std::span<const NodeId> nodes;
    std::span<const NodeId> row_of;
};

/// Sums new rows after the star-mesh transforms of the nodes in one role, which must be independent and whose neighbours must
/// all have rows. Views of the state and of the numbers.
class EliminatedStars {
public:
    EliminatedStars(const EliminationState& at, EliminationState::Role going, std::vector<NodeId> centers, RowNumbers numbers,
                    Seed seed, const Parallel& parallel);

    /// Which columns of a row are summed up: those of rows that have precedence, or all.
    enum class Columns : std::uint8_t { preceding, all };

    /// Of a row: its loop and the entries in columns without a row, ascending, which no elimination changes.
    struct Fixed {
        double loop = 0;
        std::vector<Arm> beyond;  ///< to nodes
    };

    /// Whether a row is before another one in the order by degree, the largest first.
    [[nodiscard]] bool precedes(NodeId row, NodeId other) const {
        return inverse_degree_[row] != inverse_degree_[other] ? inverse_degree_[row] < inverse_degree_[other] : row < other;
    }
    /// 1 / the degree after the elimination, 0 for a degree of 0; loops do not count.
    [[nodiscard]] double inverse_degree(NodeId row) const { return inverse_degree_[row]; }

    /// Adds the entries of a row in columns of other rows; the fixed ones replace those of `fixed`.
    void sum_row(NodeId row, Columns columns, OrderedAccumulator& sums, Fixed& fixed) const;

    /// Calls `body(row, other row)` for edges that join the same rows as all edges after the elimination.
    template <typename Body>
    void for_spanning_edges(const Body& body) const {
        for (NodeId row = 0; row < std::ssize(numbers_.nodes); ++row) {
            for (const NodeId other : at_.neighbors(numbers_.nodes[row])) {
                if (at_.role[other] != going_ && other < numbers_.nodes[row] && numbers_.row_of[other] >= 0) {
                    body(row, numbers_.row_of[other]);
                }
            }
        }
        for (const NodeId center : centers_) {
            NodeId first = -1;
            for (const NodeId arm : at_.neighbors(center)) {
                if (arm != center) {
                    first = first < 0 ? arm : first;
                    body(numbers_.row_of[arm], numbers_.row_of[first]);
                }
            }
        }
    }

private:
    /// An arm of a star, in the order of precedence.
    struct RankedArm {
        double inverse_degree;
        double weight;
        NodeId row;
    };
    struct Star {
        EntryIndex begin = 0;  ///< of its ranked arms, none if it is sampled
        EntryIndex end = 0;
        double total = 0;  ///< the weight of all arms and the loop
        double loop = 0;
        const SampledStar* sampled = nullptr;
    };

    void find_totals(const Parallel& parallel);
    void find_degrees(const Parallel& parallel);
    void rank_arms(const Parallel& parallel);
    void add_star(NodeId row, NodeId center, double arm, Columns columns, OrderedAccumulator& sums, Fixed& fixed) const;
    [[nodiscard]] std::span<const SampledStar::Partner> partners(const Star& star, NodeId center, NodeId node) const;

    const EliminationState& at_;
    EliminationState::Role going_;
    std::vector<NodeId> centers_;
    RowNumbers numbers_;
    SampledHubs hubs_;
    Buffer<NodeId> star_of_;  ///< of every center; other places are not set
    std::vector<Star> stars_;
    Buffer<RankedArm> arms_;
    Buffer<double> inverse_degree_;
};

}  // namespace ndpool

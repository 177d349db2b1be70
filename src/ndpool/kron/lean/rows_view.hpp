#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/base/buffer.hpp"
#include "ndpool/base/parallel.hpp"
#include "ndpool/graph/graph.hpp"

// Internal to kron/: rows of a working graph that were just made and may be thinned out.
namespace ndpool {

/// New rows of some nodes, sorted by column, symmetric among themselves; a view. Columns without a new row stay as they are.
struct RowsView {
    std::span<const NodeId> nodes;      ///< whose rows these are, ascending; empty: row r is that of node r
    std::span<const NodeId> row_of;     ///< for every node of the graph its row here, -1 if it has none; empty: as above
    std::span<const EntryIndex> begin;  ///< of each row in the arrays below, ascending; there may be gaps behind rows
    std::span<const EntryIndex> end;
    std::span<const NodeId> to;
    std::span<const double> weights;

    [[nodiscard]] std::size_t size() const { return begin.size(); }
    [[nodiscard]] NodeId node(std::size_t row) const { return nodes.empty() ? static_cast<NodeId>(row) : nodes[row]; }
    [[nodiscard]] NodeId row(NodeId node) const { return row_of.empty() ? node : row_of[node]; }

    /// The entry of row r in a column that it has; if it has not, where it would be.
    [[nodiscard]] EntryIndex find(NodeId row, NodeId column) const {
        constexpr EntryIndex worth_a_search = 64;
        const NodeId* const first = to.data() + begin[row];
        const EntryIndex length = end[row] - begin[row];
        if (length > worth_a_search) {
            return std::lower_bound(first, first + length, column) - to.data();
        }
        EntryIndex before = 0;  // counting without a branch is quicker than asking where to go on
        for (EntryIndex e = 0; e < length; ++e) {
            before += first[e] < column ? 1 : 0;
        }
        return begin[row] + before;
    }
};

/// All rows of a graph as they are.
[[nodiscard]] inline RowsView rows_of(const Graph& graph) {
    const SparseMatrix& adjacency = graph.adjacency();
    const std::span offsets(adjacency.offsets);
    return {{}, {}, offsets.first(offsets.size() - 1), offsets.subspan(1), adjacency.indices, adjacency.values};
}

[[nodiscard]] EntryIndex entry_count(const RowsView& rows);

/// What thinning decided on every entry of fresh rows: 0 for those that go.
using NewWeights = Buffer<double>;

/// How many entries a thinned row has left, and these entries.
[[nodiscard]] EntryIndex entries_left(const RowsView& rows, std::size_t row, const NewWeights& weights);
void copy_entries_left(const RowsView& rows, std::size_t row, const NewWeights& weights, NodeId* to, double* values);

/// Strength of an edge: its weight over the degree of its ends, w (1/d_i + 1/d_j), close to the share of the current
/// between them that it carries. The same bits from both ends.
[[nodiscard]] inline double strength(double weight, double inverse_degree, double other_inverse_degree) {
    return weight * (inverse_degree + other_inverse_degree);
}

/// 1 / degree of each fresh row, loops not counted; 0 where there is no other entry.
[[nodiscard]] Buffer<double> inverse_degrees(const RowsView& rows, const Parallel& parallel);

/// The strength above which `nonzeros_per_node` entries a fresh row are left, on average; 0 if there are no more than that.
[[nodiscard]] double strength_to_keep(const RowsView& rows, double nonzeros_per_node, const Parallel& parallel);

}  // namespace ndpool

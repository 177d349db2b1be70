#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/base/buffer.hpp"
#include "ndpool/base/parallel.hpp"
#include "ndpool/graph/graph.hpp"

// Internal to kron/: new rows of a working graph, which may be thinned out.
namespace ndpool {

/// New rows of some nodes, sorted by column, symmetric among themselves; a view. Entries in columns without a new row are not
/// thinned out.
struct RowsView {
    std::span<const NodeId> nodes;      ///< the node of each row, ascending; empty: row r is that of node r
    std::span<const NodeId> row_of;     ///< for every node of the graph its row here, -1 if it has none; empty: as above
    std::span<const EntryIndex> begin;  ///< of each row in the arrays below, ascending; there may be gaps behind rows
    std::span<const EntryIndex> end;
    std::span<const NodeId> to;
    std::span<const double> weights;

    [[nodiscard]] std::size_t size() const { return begin.size(); }
    [[nodiscard]] NodeId node(std::size_t row) const { return nodes.empty() ? static_cast<NodeId>(row) : nodes[row]; }
    [[nodiscard]] NodeId row(NodeId node) const { return row_of.empty() ? node : row_of[node]; }

    /// The entry of a row in a column; if there is none, where it would be.
    [[nodiscard]] EntryIndex find(NodeId row, NodeId column) const {
        constexpr EntryIndex worth_a_search = 64;
        const NodeId* const first = to.data() + begin[row];
        const EntryIndex length = end[row] - begin[row];
        if (length > worth_a_search) {
            return std::lower_bound(first, first + length, column) - to.data();
        }
        NodeId before = 0;  // counting without a branch is faster than a search
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

/// The weight of every entry of new rows after thinning: 0 for dropped entries.
using NewWeights = Buffer<double>;

/// The number of entries that remain in a thinned row, and these entries.
[[nodiscard]] EntryIndex entries_left(const RowsView& rows, std::size_t row, const NewWeights& weights);
void copy_entries_left(const RowsView& rows, std::size_t row, const NewWeights& weights, NodeId* to, double* values);

/// Strength of an edge: its weight over the degrees of its ends, w (1/d_i + 1/d_j), close to the share of the current
/// between them that it carries. Both ends give the same bits.
[[nodiscard]] inline double strength(double weight, double inverse_degree, double other_inverse_degree) {
    return weight * (inverse_degree + other_inverse_degree);
}

/// 1 / degree of each new row, self-loops not counted; 0 if there is no other entry.
[[nodiscard]] Buffer<double> inverse_degrees(const RowsView& rows, const Parallel& parallel);

/// The strength above which `nonzeros_per_node` entries per new row remain, on average; 0 if there are no more than that.
[[nodiscard]] double strength_to_keep(const RowsView& rows, double nonzeros_per_node, const Parallel& parallel);

}  // namespace ndpool

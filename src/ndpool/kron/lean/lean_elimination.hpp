#pragma once

#include <cstdint>
#include <vector>

#include "ndpool/cut/cut.hpp"
#include "ndpool/kron/lean/elimination_state.hpp"
#include "ndpool/kron/lean/rows_view.hpp"

// Internal to kron/: the elimination of dropped nodes, one independent set after the other, for lean_reduce.
namespace ndpool {

/// Rows with the memory they are in.
struct UpdatedRows {
    std::vector<NodeId> nodes;  ///< as in RowsView
    std::vector<NodeId> row_of;
    Buffer<EntryIndex> begin;
    Buffer<EntryIndex> end;
    Buffer<NodeId> to;
    Buffer<double> weights;

    [[nodiscard]] RowsView view() const { return {nodes, row_of, begin, end, to, weights}; }
};

[[nodiscard]] EliminationState not_yet_eliminated(const Graph& graph, const Cut& cut);

/// Removes the dropped nodes that are alone from the list. They are eliminated together at the end, so that fewer rows are
/// thinned out until then. A node that is alone stays alone, because an elimination joins only the neighbours of a node.
void set_alone_apart(EliminationState& at, const Parallel& parallel);

/// Removes an independent set of dropped nodes from the list: first the nodes that go before all their dropped neighbours, then
/// the nodes of which that is true among those without a neighbour in the set, and so on a few times. The set is never empty
/// while the list is not.
[[nodiscard]] std::vector<NodeId> select_independent(EliminationState& at, const Parallel& parallel);

/// The neighbours of the selected nodes, ascending; `row_of`, which has -1 for every node, gets their row numbers.
[[nodiscard]] std::vector<NodeId> touched_by(const EliminationState& at, std::span<const NodeId> selected,
                                             std::vector<NodeId>& row_of);

/// The new rows of the neighbours of the selected nodes; the selected nodes are eliminated in them.
[[nodiscard]] UpdatedRows rows_around(const EliminationState& at, std::span<const NodeId> selected, const Parallel& parallel);

/// The new rows of all kept nodes, numbered as in `kept`. All dropped nodes that remain must be alone; they are eliminated in
/// these rows.
[[nodiscard]] UpdatedRows rows_of_kept(const EliminationState& at, std::span<const NodeId> kept, const Parallel& parallel);

/// Replaces old rows by new ones without the entries whose new weight is 0, and marks the selected nodes as gone.
void take_over(EliminationState& at, const RowsView& rows, const NewWeights& weights, std::span<const NodeId> selected,
               const Parallel& parallel);

}  // namespace ndpool

#pragma once

#include <cstdint>
#include <vector>

#include "ndpool/cut/cut.hpp"
#include "ndpool/kron/lean/elimination_state.hpp"
#include "ndpool/kron/lean/rows_view.hpp"
#include "ndpool/kron/lean/star_sampling.hpp"

// Internal to kron/: the elimination of dropped nodes, an independent set at a time, that lean_reduce goes through.
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

/// Takes the dropped nodes that are alone out of the list. All that go on together make few rows to thin out until then: what
/// is alone stays so, because an elimination joins only nodes around it.
void set_alone_apart(EliminationState& at, const Parallel& parallel);

/// Takes an independent set of dropped nodes out of the list: those that go before all dropped nodes beside them, then
/// those that do so among the nodes that are not beside one of the set, and so on a few times. Never empty while any is left.
[[nodiscard]] std::vector<NodeId> select_independent(EliminationState& at, const Parallel& parallel);

/// The new rows of the nodes around the selected ones, which are gone in them.
[[nodiscard]] UpdatedRows rows_around(const EliminationState& at, std::span<const NodeId> selected, const SampledHubs& hubs,
                                      const Parallel& parallel);

/// The new rows of all nodes that are kept, numbered as in `kept`. Only where no dropped node is left but those alone, which
/// are gone in them.
[[nodiscard]] UpdatedRows rows_of_kept(const EliminationState& at, std::span<const NodeId> kept, const SampledHubs& hubs,
                                       const Parallel& parallel);

/// Puts rows in the place of the old ones, entries whose new weight is 0 left out, and forgets the selected nodes.
void take_over(EliminationState& at, const RowsView& rows, const NewWeights& weights, std::span<const NodeId> selected,
               const Parallel& parallel);

}  // namespace ndpool

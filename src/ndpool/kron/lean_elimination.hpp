#pragma once

#include <cstdint>
#include <vector>

#include "ndpool/cut/cut.hpp"
#include "ndpool/kron/fresh_rows.hpp"
#include "ndpool/kron/star_sampling.hpp"

// Internal to kron/: the elimination of dropped nodes, an independent set at a time, that lean_reduce goes through.
namespace ndpool {

/// Rows with the memory they are in.
struct MadeRows {
    std::vector<NodeId> nodes;  ///< as in FreshRows
    std::vector<NodeId> row_of;
    Buffer<EntryIndex> begin;
    Buffer<EntryIndex> end;
    Buffer<NodeId> to;
    Buffer<double> weights;

    [[nodiscard]] FreshRows view() const { return {nodes, row_of, begin, end, to, weights}; }
};

/// A graph in the middle of its elimination. Rows lie where they were made, first in the graph itself, which must stay.
struct PartlyEliminated {
    /// A dropped node waits while one beside it is selected; it is alone once no dropped node is beside it.
    enum class Role : std::uint8_t { kept, dropped, waiting, alone, selected, gone };

    /// Entries of rows, one row after the other.
    struct Store {
        Buffer<NodeId> to;
        Buffer<double> weights;
    };

    std::vector<const NodeId*> to;  ///< of each node
    std::vector<const double*> weights;
    std::vector<NodeId> length;
    std::vector<Role> role;
    std::vector<NodeId> dropped;  ///< still there and not alone, ascending
    std::vector<Store> stores;    ///< what rows that are not in the graph lie in

    [[nodiscard]] std::span<const NodeId> neighbors(NodeId node) const {
        return {to[node], static_cast<std::size_t>(length[node])};
    }
    [[nodiscard]] std::span<const double> row_weights(NodeId node) const {
        return {weights[node], static_cast<std::size_t>(length[node])};
    }
};

[[nodiscard]] PartlyEliminated not_yet_eliminated(const Graph& graph, const Cut& cut);

/// Takes the dropped nodes that are alone out of the list. All that go on together make few rows to thin out until then: what
/// is alone stays so, because an elimination joins only nodes around it.
void set_alone_apart(PartlyEliminated& at, const Parallel& parallel);

/// Takes an independent set of dropped nodes out of the list: those that go before all dropped nodes beside them, then
/// those that do so among the nodes that are not beside one of the set, and so on a few times. Never empty while any is left.
[[nodiscard]] std::vector<NodeId> select_independent(PartlyEliminated& at, const Parallel& parallel);

/// Sampled stars of nodes with long rows.
struct SampledHubs {
    std::vector<NodeId> hubs;  ///< ascending
    std::vector<SampledStar> stars;

    /// The star of a node, none if it is not sampled.
    [[nodiscard]] const SampledStar* star(NodeId node) const;
};

/// Samples the stars of all nodes in this role whose rows are longer than 128.
[[nodiscard]] SampledHubs sampled_hubs(const PartlyEliminated& at, PartlyEliminated::Role role, Seed seed,
                                       const Parallel& parallel);

/// The new rows of the nodes around the selected ones, which are gone in them.
[[nodiscard]] MadeRows rows_around(const PartlyEliminated& at, std::span<const NodeId> selected, const SampledHubs& hubs,
                                   const Parallel& parallel);

/// The new rows of all nodes that are kept, numbered as in `kept`. Only where no dropped node is left but those alone, which
/// are gone in them.
[[nodiscard]] MadeRows rows_of_kept(const PartlyEliminated& at, std::span<const NodeId> kept, const SampledHubs& hubs,
                                    const Parallel& parallel);

/// Puts rows in the place of the old ones, entries whose new weight is 0 left out, and forgets the selected nodes.
void take_over(PartlyEliminated& at, const FreshRows& rows, const NewWeights& weights, std::span<const NodeId> selected,
               const Parallel& parallel);

}  // namespace ndpool

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut.hpp"

namespace ndpool {

/// Which side of a cut stays. The cut is as large either way and the method leaves it open, but what is left of hubs and leaves
/// is not the same. `smaller` and `larger` do not depend on how the nodes are numbered, where the cut does not.
enum class KeptSide : std::uint8_t {
    first,    ///< as the cut has it: that of the first node wherever the sign is free
    smaller,  ///< that of fewer nodes, so of the hubs; of equally many the one with more weight at its nodes
    larger,   ///< the other one: the leaves
    /// Exchanged with `first` where dropping what that keeps has less than half the fill: eliminating a hub joins all around it.
    cheaper,
};

/// Its word on the command line and in files, and back; throws InvalidInput for other words.
[[nodiscard]] std::string_view name_of(KeptSide side);
[[nodiscard]] KeptSide kept_side_named(std::string_view name);

/// Exchanges the sides of these nodes if the wrong one is kept. Where both are equal to 1e-9, or one is empty, they stay.
void keep_side(const Graph& graph, std::span<const NodeId> nodes, KeptSide kept, Sides& sides);

/// The cut with the sides of KeptSide::cheaper, component by component; weight, fraction and bound stay.
[[nodiscard]] Cut with_cheaper_side(const Graph& graph, Cut cut);

/// The cut that keeps exactly so many nodes, at least as many as it keeps and at most all: nodes of the other side that `seed`
/// draws return.
[[nodiscard]] Cut with_kept_count(const Graph& graph, const Cut& cut, NodeId count, Seed seed);

}  // namespace ndpool

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut.hpp"

namespace ndpool {

/// Which side of a cut is kept. The cut is as large either way and the paper leaves the choice open, but where hubs are joined
/// to leaves the kept graph differs. If the cut is independent of the numbering of the nodes, so are `smaller` and `larger`.
///
/// @code
/// const Cut cut = cut_graph(star_graph(10), {.keep = KeptSide::smaller}, Seed(1));
/// assert(cut.kept == std::vector<NodeId>{0});  // the hub
/// @endcode
enum class KeptSide : std::uint8_t {
    first,    ///< as the cut has it: the side of the first node wherever the sign is free
    smaller,  ///< the side with fewer nodes, that of the hubs; if both have as many, the one with the larger sum of degrees
    larger,   ///< the other one, that of the leaves
    /// The side opposite to `first` where that causes less than half the fill: eliminating a hub joins all of its neighbours.
    cheaper,
};

/// Its name on the command line and in files, and the value of a name; throws InvalidInput for other names.
[[nodiscard]] std::string_view name_of(KeptSide side);
[[nodiscard]] KeptSide kept_side_named(std::string_view name);

/// Exchanges the sides of these nodes if the wrong one is kept. If both are equal to 1e-9, or one is empty, nothing changes.
void keep_side(const Graph& graph, std::span<const NodeId> nodes, KeptSide kept, Sides& sides);

/// The cut with the sides of KeptSide::cheaper, component by component; weight, fraction and bound are unchanged.
[[nodiscard]] Cut with_cheaper_side(const Graph& graph, Cut cut);

/// The cut that keeps exactly `count` nodes, at least as many as `cut` keeps and at most all: nodes drawn at random from the
/// dropped side are kept too.
[[nodiscard]] Cut with_kept_count(const Graph& graph, const Cut& cut, NodeId count, Seed seed);

}  // namespace ndpool

#pragma once

#include <cstdint>
#include <span>

#include "ndpool/cut/cut.hpp"

namespace ndpool {

/// Which side of a cut stays. The cut is as large either way and the method leaves it open, but what is left of hubs and leaves
/// is not the same. `smaller` and `larger` do not depend on how the nodes are numbered, where the cut does not.
enum class KeptSide : std::uint8_t {
    first,    ///< as the cut has it: that of the first node wherever the sign is free
    smaller,  ///< that of fewer nodes, so of the hubs; of equally many the one with more weight at its nodes
    larger,   ///< the other one: the leaves
};

/// Exchanges the sides of these nodes if the wrong one is kept. Where both are equal to 1e-9, or one is empty, they stay.
void keep_side(const Graph& graph, std::span<const NodeId> nodes, KeptSide kept, Sides& sides);

}  // namespace ndpool

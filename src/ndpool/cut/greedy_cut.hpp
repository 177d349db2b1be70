#pragma once

#include "ndpool/cut/cut.hpp"

namespace ndpool {

/// The side on which `node` cuts more of the weight to its placed neighbours (those with a side other than 0);
/// `on_tie` where the sides differ by less than a millionth of the node's weight, so that weights that differ by rounding,
/// or by the tolerance of an approximate reduction, decide nothing.
[[nodiscard]] Side better_side(const Graph& graph, NodeId node, std::span<const Side> sides, Side on_tie);

/// Places the nodes with sides[node] == 0, one after the other, on their better side: the derandomised random
/// cut. At least half of the weight between the nodes it places, and to those placed before, is cut (but for the
/// millionth of a tie).
void place_greedily(const Graph& graph, std::span<Side> sides);

}  // namespace ndpool

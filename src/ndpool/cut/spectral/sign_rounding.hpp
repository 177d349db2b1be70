#pragma once

#include <span>

#include "ndpool/cut/cut.hpp"

namespace ndpool {

/// Rounds a real vector to sides (Eq. 5): positive entries to +1, negative ones to -1. Entries of at most
/// `tolerance` times the largest carry no information (an eigenvector is localised on large irregular graphs and
/// the rest of it is rounding noise), so their signs are not read: in breadth-first order from the nodes
/// with information, first along edges of a weight that matters, each goes where it cuts more of the weight to its placed
/// neighbours, which can only enlarge the cut. Nodes that no information reaches get 0. The first entry with information is
/// made positive.
[[nodiscard]] Sides round_signs(const Graph& graph, std::span<const double> vector, double tolerance);

}  // namespace ndpool

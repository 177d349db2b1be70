#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut.hpp"

namespace ndpool {

/// Puts every node on either side with probability one half; about half of the edges are cut (Sec. IV-B). At least
/// one node is kept.
[[nodiscard]] Sides random_sides(NodeId nodes, Seed seed);

/// The largest of `tries` random cuts; the first of those that are equal but for rounding.
[[nodiscard]] Sides best_random_sides(const Graph& graph, int tries, Seed seed);

}  // namespace ndpool

#pragma once

#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// Positions of a connected graph whose distances in the plane follow the lengths of shortest paths, by
/// stochastic gradient descent on the stress (Zheng, Pawar, Goodman 2018); beyond some hundred nodes only the
/// distances to pivots count (Ortmann, Klimenta, Brandes 2016), so that the work stays near linear. A typical
/// edge has length 1. The same seed gives the same bits.
[[nodiscard]] std::vector<Point> stress_layout(const Graph& connected, Seed seed);

}  // namespace ndpool

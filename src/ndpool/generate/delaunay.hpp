#pragma once

#include <cstdint>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// Delaunay triangulation of different random points, uniform in the unit square and numbered along a Hilbert
/// curve. Connected and planar; weights 1. Throws InvalidInput for no nodes.
[[nodiscard]] PlacedGraph delaunay_graph(NodeId nodes, Seed seed);

/// Length along the Hilbert curve of order 30 to a cell of its 2^30 x 2^30 grid.
[[nodiscard]] std::uint64_t hilbert_position(std::uint32_t x, std::uint32_t y);

}  // namespace ndpool

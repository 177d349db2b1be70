#pragma once

#include <cstdint>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// Delaunay triangulation of different random points, uniform in the unit square and numbered along a Hilbert
/// curve. Connected and planar; weights 1. Throws InvalidInput for no nodes.
///
/// @code
/// const Graph mesh = delaunay_graph(100, Seed(1)).graph;
/// assert(component_count(mesh) == 1 && mesh.edge_count() <= 3 * 100 - 6);
/// @endcode
[[nodiscard]] PlacedGraph delaunay_graph(NodeId nodes, Seed seed);

/// Length along the Hilbert curve of order 30 to a cell of its 2^30 x 2^30 grid.
[[nodiscard]] std::uint64_t hilbert_position(std::uint32_t x, std::uint32_t y);

}  // namespace ndpool

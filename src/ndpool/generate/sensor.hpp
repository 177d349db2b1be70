#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

struct SensorOptions {
    NodeId neighbors = 6;  ///< nearest sensors that each sensor is joined to (PyGSP's default); all others if there are fewer
};

/// Sensor network: points scattered evenly over the unit square. Of ceil(sqrt(nodes))^2 equal cells, `nodes` have one point
/// each, at a random place in the cell; points are numbered row by row of the cells. Each point is joined to its nearest
/// neighbours, with edges in both directions and weight exp(-d^2 / (2 sigma^2)), where sigma is the mean distance of
/// neighbours: weights do not depend on the scale. Components that are still separate are joined by their nearest pair of
/// points, so the graph is connected. Throws InvalidInput if nodes or neighbours are below 1.
///
/// @code
/// const PlacedGraph network = sensor_graph(200, Seed(1), {.neighbors = 4});
/// assert(component_count(network.graph) == 1 && network.positions.size() == 200);
/// @endcode
[[nodiscard]] PlacedGraph sensor_graph(NodeId nodes, Seed seed, const SensorOptions& options = {});

}  // namespace ndpool

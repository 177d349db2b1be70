#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

struct SensorOptions {
    NodeId neighbors = 6;  ///< nearest ones that each sensor is joined to (PyGSP's default), all others if fewer
};

/// Sensor network: points scattered evenly over the unit square, one in each of `nodes` of ceil(sqrt(nodes))^2 equal
/// cells, at a random place in it; numbered row by row of the cells. Each is joined to its nearest neighbours, edges
/// both ways, weight exp(-d^2 / (2 sigma^2)) with sigma the mean distance of neighbours: weights do not depend on
/// the scale. Parts that this leaves apart are joined by their nearest pair of points, so the graph is connected.
/// Throws InvalidInput if nodes or neighbours are below 1.
[[nodiscard]] PlacedGraph sensor_graph(NodeId nodes, Seed seed, const SensorOptions& options = {});

}  // namespace ndpool

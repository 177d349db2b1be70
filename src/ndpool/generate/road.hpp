#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// The defaults give a mean degree of about 2.5, that of the Minnesota road network.
struct RoadOptions {
    double junctions = 0.5;  ///< fraction of the nodes that are junctions; the others are bends between two of them
    double second = 0.45;    ///< probability that a junction has both a road up and a road to the left, not one
    double diagonal = 0.05;  ///< probability that a block is crossed by a diagonal road
};

/// Planar, road-like network: a lattice of randomly displaced junctions, each with a road up or to the left (which alone makes
/// a spanning tree) and sometimes both, a few diagonals, and bends that subdivide roads at random into chains. Connected and
/// planar as drawn; weights 1; numbered row by row, a bend beside one of its junctions. Throws InvalidInput for no nodes, or
/// for options outside [0, 1].
///
/// @code
/// const Graph roads = road_graph(500, Seed(1), {.diagonal = 0}).graph;
/// assert(roads.node_count() == 500 && component_count(roads) == 1);
/// @endcode
[[nodiscard]] PlacedGraph road_graph(NodeId nodes, Seed seed, const RoadOptions& options = {});

}  // namespace ndpool

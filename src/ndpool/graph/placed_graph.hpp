#pragma once

#include <string>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

struct Point {
    double x = 0;
    double y = 0;

    bool operator==(const Point&) const = default;
};

/// A graph and where its nodes lie in the plane; no positions at all if the graph has no geometry.
///
/// @code
/// const PlacedGraph triangle = {complete_graph(3), {{0, 0}, {1, 0}, {0.5, 1}}};
/// assert(triangle.positions[2].y == 1);
/// @endcode
struct PlacedGraph {
    Graph graph;
    std::vector<Point> positions;
    std::vector<std::string> names = {};  ///< names of the nodes in its file; empty if they are numbers
};

}  // namespace ndpool

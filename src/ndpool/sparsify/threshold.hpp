#pragma once

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// Which edges are too weak to keep (Sec. III-C).
struct Threshold {
    double epsilon = 1e-2;  ///< the paper's value in all its experiments; 0 keeps everything
    bool relative = false;  ///< epsilon is a fraction of the graph's largest edge weight, so that scaling changes nothing
};

/// The graph with the edges and self-loops of weight above the threshold; nodes stay even if they lose all edges. Throws
/// InvalidInput for a threshold that is negative or not a number.
///
/// @code
/// const std::vector<Edge> edges = {{0, 1, 1.0}, {1, 2, 0.001}};
/// assert(drop_weak_edges(Graph::from_edges(3, edges), {.epsilon = 0.01}).edge_count() == 1);
/// @endcode
[[nodiscard]] Graph drop_weak_edges(const Graph& graph, const Threshold& threshold);

}  // namespace ndpool

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// The nearest other points of each of some points, nearest first; of equally far ones the smaller number first.
struct NeighborTable {
    NodeId neighbors = 0;     ///< of each point
    std::vector<NodeId> ids;  ///< point by point

    [[nodiscard]] std::span<const NodeId> of(NodeId point) const {
        const auto count = static_cast<std::size_t>(neighbors);
        return {ids.data() + static_cast<std::size_t>(point) * count, count};
    }
};

/// `neighbors` must be fewer than the points. Quick for points that are spread about evenly.
[[nodiscard]] NeighborTable nearest_neighbors(std::span<const Point> points, NodeId neighbors);

/// Mean over all points of the distance to their neighbours, and to the last of them; 0 without neighbours.
[[nodiscard]] double mean_distance(std::span<const Point> points, const NeighborTable& table);
[[nodiscard]] double mean_distance_to_last(std::span<const Point> points, const NeighborTable& table);

/// Joins each point to its neighbours; `weight` gives an edge's positive weight from its squared length.
[[nodiscard]] Graph neighbor_graph(std::span<const Point> points, const NeighborTable& table,
                                   const std::function<double(double)>& weight);

}  // namespace ndpool

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// The nearest other points of each point, nearest first; of equally far ones the smaller number first.
struct NeighborTable {
    NodeId neighbors = 0;     ///< number per point
    std::vector<NodeId> ids;  ///< point by point

    [[nodiscard]] std::span<const NodeId> of(NodeId point) const {
        const auto count = static_cast<std::size_t>(neighbors);
        return {ids.data() + static_cast<std::size_t>(point) * count, count};
    }
};

/// `neighbors` must be less than the number of points. Fast for points that are spread about evenly.
[[nodiscard]] NeighborTable nearest_neighbors(std::span<const Point> points, NodeId neighbors);

/// The mean distance of all points to their neighbours, and to the last of their neighbours; 0 without neighbours.
[[nodiscard]] double mean_distance(std::span<const Point> points, const NeighborTable& table);
[[nodiscard]] double mean_distance_to_last(std::span<const Point> points, const NeighborTable& table);

/// Joins each point to its neighbours; `weight` gives an edge's positive weight from its squared length.
[[nodiscard]] Graph neighbor_graph(std::span<const Point> points, const NeighborTable& table,
                                   const std::function<double(double)>& weight);

}  // namespace ndpool

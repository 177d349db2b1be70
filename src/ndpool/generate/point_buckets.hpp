#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

[[nodiscard]] inline double square_distance(Point a, Point b) {
    const double dx = a.x - b.x;
    const double dy = a.y - b.y;
    return dx * dx + dy * dy;
}

/// Points sorted into the square cells of a grid over their bounding box, to search around a place ring by ring. Unlike a k-d
/// tree it visits equally far points in an order that we choose, so that ties can be broken by number.
class PointBuckets {
public:
    PointBuckets(std::span<const Point> points, double points_per_cell);

    /// Calls visit(id) for the points in the cells that lie `ring` cells away from that of `centre`, diagonals
    /// counting as one. False if there is no such cell: all points have been visited.
    template <typename Visit>
    bool visit_ring(Point centre, NodeId ring, Visit&& visit) const {
        const NodeId row = cell_of(centre.y - low_.y, rows_);
        const NodeId column = cell_of(centre.x - low_.x, columns_);
        if (ring > std::max({row, rows_ - 1 - row, column, columns_ - 1 - column})) {
            return false;
        }
        visit_cells(row - ring, column - ring, column + ring, visit);
        for (NodeId between = row - ring + 1; between < row + ring; ++between) {
            visit_cells(between, column - ring, column - ring, visit);
            visit_cells(between, column + ring, column + ring, visit);
        }
        if (ring > 0) {
            visit_cells(row + ring, column - ring, column + ring, visit);
        }
        return true;
    }

    /// Points beyond the rings 0 .. ring have at least this squared distance from the centre.
    [[nodiscard]] double square_reach(NodeId ring) const {
        // Slightly less than the cells' side, because rounding may have put a point into the cell next to its own.
        const double reach = ring * side_ * (1 - 1e-6);
        return reach * reach;
    }

private:
    [[nodiscard]] NodeId cell_of(double offset, NodeId cells) const {
        return std::min(static_cast<NodeId>(offset / side_), cells - 1);
    }

    template <typename Visit>
    void visit_cells(NodeId row, NodeId first, NodeId last, Visit& visit) const {
        if (row < 0 || row >= rows_ || last < 0 || first >= columns_) {
            return;
        }
        const std::size_t start = static_cast<std::size_t>(row) * columns_;
        const NodeId end = offsets_[start + std::min(last, columns_ - 1) + 1];
        for (NodeId k = offsets_[start + std::max(first, 0)]; k < end; ++k) {
            visit(members_[k]);
        }
    }

    Point low_;
    double side_ = 1;
    NodeId rows_ = 1;
    NodeId columns_ = 1;
    std::vector<NodeId> offsets_;
    std::vector<NodeId> members_;
};

}  // namespace ndpool

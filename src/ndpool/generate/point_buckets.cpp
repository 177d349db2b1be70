#include "ndpool/generate/point_buckets.hpp"

#include <cmath>
#include <numeric>

namespace ndpool {

PointBuckets::PointBuckets(std::span<const Point> points, double points_per_cell) {
    if (!points.empty()) {
        low_ = points.front();
    }
    Point high = low_;
    for (const Point& point : points) {
        low_ = {std::min(low_.x, point.x), std::min(low_.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    const double width = high.x - low_.x;
    const double height = high.y - low_.y;
    const double cells = std::max(1.0, static_cast<double>(points.size()) / points_per_cell);
    // The second argument bounds the number of cells where the box is as thin as a line.
    const double side = std::max(std::sqrt(width * height / cells), std::max(width, height) / cells);
    if (side > 0) {
        side_ = side;
    }
    rows_ = static_cast<NodeId>(height / side_) + 1;
    columns_ = static_cast<NodeId>(width / side_) + 1;

    const auto cell = [&](const Point& point) {
        return static_cast<std::size_t>(cell_of(point.y - low_.y, rows_)) * columns_ + cell_of(point.x - low_.x, columns_);
    };
    offsets_.assign(static_cast<std::size_t>(rows_) * columns_ + 1, 0);
    for (const Point& point : points) {
        ++offsets_[cell(point) + 1];
    }
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    std::vector<NodeId> next(offsets_.begin(), offsets_.end() - 1);
    members_.resize(points.size());
    for (std::size_t id = 0; id < points.size(); ++id) {
        members_[next[cell(points[id])]++] = static_cast<NodeId>(id);
    }
}

}  // namespace ndpool

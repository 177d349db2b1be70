#include "ndpool/draw/plot/frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ndpool {

namespace {

constexpr double margin = 22;  ///< pixels

/// The median distance of a place to the nearest other place.
double usual_spacing(std::span<const Point> places) {
    std::vector<double> nearest(places.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = i + 1; j < places.size(); ++j) {
            const double dx = places[i].x - places[j].x;
            const double dy = places[i].y - places[j].y;
            const double square = dx * dx + dy * dy;
            nearest[i] = std::min(nearest[i], square);
            nearest[j] = std::min(nearest[j], square);
        }
    }
    const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
    std::nth_element(nearest.begin(), middle, nearest.end());
    return std::sqrt(*middle);
}

}  // namespace

Point Frame::place(const Point& position) const {
    return {std::round(units_per_pixel * (width / 2.0 + scale * (position.x - centre.x))),
            std::round(units_per_pixel * (height / 2.0 - scale * (position.y - centre.y)))};
}

Frame frame_around(std::span<const Point> positions, int width) {
    Frame frame;
    frame.width = width;
    frame.height = width / 2;
    if (positions.empty()) {
        return frame;
    }
    Point low = positions.front();
    Point high = low;
    for (const Point& point : positions) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    // Halves first: sums and differences of huge coordinates may be infinite.
    frame.centre = {low.x / 2 + high.x / 2, low.y / 2 + high.y / 2};
    const double wide = high.x / 2 - low.x / 2;
    const double tall = high.y / 2 - low.y / 2;
    const double inside = width - 2 * margin;
    if (wide > 0 || tall > 0) {
        const double wanted = wide > 0 ? inside * std::min(1.0, tall / wide) + 2 * margin : width;
        frame.height = static_cast<int>(std::lround(std::clamp(wanted, 0.5 * width, 0.92 * width)));
        const double across = wide > 0 ? inside / 2 / wide : std::numeric_limits<double>::infinity();
        const double down = tall > 0 ? (frame.height - 2 * margin) / 2 / tall : std::numeric_limits<double>::infinity();
        frame.scale = std::min(across, down);
    }
    return frame;
}

double node_radius(std::span<const Point> places, const Frame& frame) {
    constexpr std::size_t most_compared = 2000;
    constexpr double smallest = 1.1 * units_per_pixel;
    const double largest = units_per_pixel * std::min(8.5, 0.018 * frame.width);
    if (places.size() < 2) {
        return largest;
    }
    const double area = units_per_pixel * units_per_pixel * frame.width * frame.height;
    double radius = 0.17 * std::sqrt(area / static_cast<double>(places.size()));
    if (places.size() <= most_compared) {
        radius = std::min(radius, 0.36 * usual_spacing(places));
    }
    return std::round(std::clamp(radius, smallest, largest));
}

}  // namespace ndpool

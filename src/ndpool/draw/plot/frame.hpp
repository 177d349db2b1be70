#pragma once

#include <span>

#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// Units of a panel's coordinates in one pixel: whole numbers then place nodes to a tenth of a pixel.
inline constexpr double units_per_pixel = 10;

/// How positions of the plane (y up) map to a panel (y down), the same for every panel of a picture so that a node
/// stays where it is.
struct Frame {
    int width = 0;   ///< pixels
    int height = 0;  ///< pixels
    double scale = 1;
    Point centre;  ///< the point of the plane in the middle of the panel

    /// In panel units, rounded to whole ones.
    [[nodiscard]] Point place(const Point& position) const;
};

/// A frame of the given width that holds all positions with a margin; its height follows their shape, from half
/// of the width up to nearly all of it.
[[nodiscard]] Frame frame_around(std::span<const Point> positions, int width);

/// The radius in panel units at which nodes at these places (panel units) neither overlap too much nor become invisible.
[[nodiscard]] double node_radius(std::span<const Point> places, const Frame& frame);

}  // namespace ndpool

#pragma once

#include <string>
#include <vector>

namespace ndpool {

struct Dot {
    double x = 0;
    double y = 0;
};

/// Dots of one colour.
struct DotSeries {
    std::string name;
    std::string color;  ///< as in CSS
    std::vector<Dot> dots;
    bool strong = false;  ///< larger and above the others
};

/// Dots over a logarithmic axis.
struct DotChart {
    std::string title;              ///< for screen readers
    std::string across;             ///< label of the x axis
    std::string up;                 ///< label of the y axis, where y is a number
    std::vector<std::string> rows;  ///< names of y = 0, 1, 2 ... from above; empty where y is a number
    std::vector<DotSeries> series;
    int width = 860;  ///< pixels
};

/// One <svg> element. Dots whose x is not positive or that are not finite are left out.
[[nodiscard]] std::string dot_chart(const DotChart& chart);

}  // namespace ndpool

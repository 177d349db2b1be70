#pragma once

#include <string>
#include <vector>

namespace ndpool {

/// A line of a chart: values at 1, 2, 3, ...
struct Curve {
    std::vector<double> values;
    std::string color;  ///< as in CSS
    double opacity = 1;
    int mark = 0;  ///< a dot at this number; none if 0
};

struct CurveChart {
    std::string title;   ///< for screen readers
    std::string across;  ///< label of the horizontal axis
    std::vector<Curve> curves;
    bool from_zero = true;  ///< the axis begins at zero
    double top = 0;         ///< where it ends; the largest value if 0
    int width = 520;        ///< pixels
    int height = 300;
};

/// One <svg> element. Values that are not finite are left out.
[[nodiscard]] std::string curve_chart(const CurveChart& chart);

}  // namespace ndpool

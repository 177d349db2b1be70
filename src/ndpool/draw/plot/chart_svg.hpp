#pragma once

#include <string>

#include "ndpool/draw/figure_parts.hpp"

namespace ndpool {

/// A drawing without its <svg> element, to be put at any place of a larger one. Colours are fixed and fit for print; no two of
/// the first eight series look alike to readers who do not see colours, because lines, marks and dashes differ too.
struct SvgDrawing {
    std::string content;
    double width = 0;  ///< pixels
    double height = 0;
};

/// Axes with ticks and labels, a legend that wraps, curves with bands, dots with error bars, or groups of bars. Values that the
/// axes do not have are gaps. The height grows with the legend. Throws InvalidInput like check_part.
[[nodiscard]] SvgDrawing chart_svg(const ReportChart& chart, double width, double plot_height);

}  // namespace ndpool

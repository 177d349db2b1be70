#include "ndpool/draw/plot/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/draw/plot/axis.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

constexpr int left = 46;
constexpr int right = 12;
constexpr int above = 12;
constexpr int below = 34;

/// Maps values to places in the picture.
struct Axes {
    double low = 0;
    double high = 1;
    double longest = 1;
    int width = 0;
    int height = 0;

    [[nodiscard]] double across(double number) const {
        return left + (width - left - right) * (longest > 1 ? (number - 1) / (longest - 1) : 0.5);
    }
    [[nodiscard]] double down(double value) const {
        return height - below - (height - above - below) * (std::clamp(value, low, high) - low) / (high - low);
    }
};

Axes axes_of(const CurveChart& chart) {
    Axes axes{chart.from_zero ? 0 : HUGE_VAL, chart.top > 0 ? chart.top : -HUGE_VAL, 1, chart.width, chart.height};
    for (const Curve& curve : chart.curves) {
        axes.longest = std::max(axes.longest, static_cast<double>(curve.values.size()));
        for (const double value : curve.values) {
            if (std::isfinite(value)) {
                axes.low = std::min(axes.low, value);
                axes.high = chart.top > 0 ? axes.high : std::max(axes.high, value);
            }
        }
    }
    if (!(axes.low < axes.high)) {
        axes.low = std::isfinite(axes.high) ? axes.high - 1 : 0;
        axes.high = axes.low + 1;
    }
    return axes;
}

std::string grid_of(const Axes& axes, const std::string& across) {
    std::string svg;
    const double step = round_step(axes.high - axes.low);
    for (double value = std::ceil(axes.low / step) * step; value <= axes.high + step * 1e-6; value += step) {
        const double y = axes.down(value);
        svg += fmt::format(
            R"(<line x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}" stroke="#dde3ea"/><text x="{}" y="{:.1f}" text-anchor="end">{:g}</text>)",
            left, axes.width - right, y, y, left - 6, y + 4, std::abs(value) < step * 1e-6 ? 0 : value);
    }
    const double numbers = std::max(1.0, round_step(std::max(axes.longest, 5.0)));
    for (double number = numbers; number <= axes.longest; number += numbers) {
        svg += fmt::format(R"(<text x="{:.1f}" y="{}" text-anchor="middle">{:g}</text>)", axes.across(number),
                           axes.height - below + 16, number);
    }
    return svg + fmt::format(R"(<text x="{}" y="{}" text-anchor="end">{}</text>)", axes.width - right, axes.height - 4,
                             escaped(across));
}

std::string line_of(const Curve& curve, const Axes& axes) {
    std::string path;
    bool drawing = false;
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
        if (!std::isfinite(curve.values[i])) {
            drawing = false;
            continue;
        }
        path += fmt::format("{}{:.1f} {:.1f}", drawing ? "L" : "M", axes.across(static_cast<double>(i) + 1),
                            axes.down(curve.values[i]));
        drawing = true;
    }
    std::string svg = fmt::format(R"(<path d="{}" fill="none" stroke="{}" stroke-opacity="{}" stroke-width="1.5"/>)", path,
                                  escaped(curve.color), curve.opacity);
    if (curve.mark > 0 && curve.mark <= static_cast<int>(curve.values.size())) {
        svg += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>)", axes.across(curve.mark),
                           axes.down(curve.values[curve.mark - 1]), escaped(curve.color));
    }
    return svg;
}

}  // namespace

std::string curve_chart(const CurveChart& chart) {
    const Axes axes = axes_of(chart);
    std::string svg = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="img" font-size="12" fill="#66717e"><title>{}</title>)",
        chart.width, chart.height, chart.width, chart.height, escaped(chart.title));
    svg += grid_of(axes, chart.across);
    for (const Curve& curve : chart.curves) {
        svg += line_of(curve, axes);
    }
    return svg + "</svg>";
}

}  // namespace ndpool

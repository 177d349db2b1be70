#include "ndpool/draw/plot/scatter_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/draw/plot/axis.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

constexpr double right = 24;
constexpr double below = 44;
constexpr double row_height = 27;
constexpr double plot_height = 340;
constexpr double key_line = 22;
constexpr double letter = 7.2;  ///< width of a letter, roughly

bool is_drawn(const Dot& dot) {
    return std::isfinite(dot.x) && std::isfinite(dot.y) && dot.x > 0;
}

struct Range {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    void reach(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool is_empty() const { return !(low <= high); }
};

/// Maps values to places in the picture.
struct Axes {
    int first_power = 0;  ///< the axis goes from 10^first_power ...
    int last_power = 1;   ///< ... to 10^last_power
    Range up;
    double step = 1;  ///< between the horizontal lines
    double left = 0;
    double top = 0;
    double right_end = 0;
    double bottom = 0;
    bool has_rows = false;

    [[nodiscard]] double across(double x) const {
        return left + (right_end - left) * (std::log10(x) - first_power) / (last_power - first_power);
    }
    [[nodiscard]] double down(double y) const {
        return has_rows ? top + row_height * (y + 0.5) : bottom - (bottom - top) * (y - up.low) / (up.high - up.low);
    }
};

/// The legend takes as many lines as its names need.
std::string key_of(const DotChart& chart, double& height) {
    std::string svg;
    double x = 8;
    double y = 14;
    for (const DotSeries& series : chart.series) {
        const double needed = 30 + letter * static_cast<double>(series.name.size());
        if (x + needed > chart.width) {
            x = 8;
            y += key_line;
        }
        svg += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="5" fill="{}"/><text x="{:.1f}" y="{:.1f}">{}</text>)", x, y,
                           escaped(series.color), x + 10, y + 4, escaped(series.name));
        x += needed;
    }
    height = y + key_line;
    return svg;
}

Axes axes_of(const DotChart& chart, double top) {
    Range powers;
    Axes axes;
    for (const DotSeries& series : chart.series) {
        for (const Dot& dot : series.dots) {
            if (is_drawn(dot)) {
                powers.reach(std::log10(dot.x));
                axes.up.reach(dot.y);
            }
        }
    }
    if (!powers.is_empty()) {
        axes.first_power = static_cast<int>(std::floor(powers.low));
        axes.last_power = std::max(static_cast<int>(std::ceil(powers.high)), axes.first_power + 1);
    }
    if (axes.up.is_empty()) {
        axes.up = {0, 1};
    }
    axes.step = round_step(std::max(axes.up.high - axes.up.low, 1e-6 + std::abs(axes.up.high) * 1e-3));
    axes.up = {(std::floor(axes.up.low / axes.step) - 0.5) * axes.step, (std::ceil(axes.up.high / axes.step) + 0.5) * axes.step};
    std::size_t longest = 6;
    for (const std::string& row : chart.rows) {
        longest = std::max(longest, row.size());
    }
    axes.has_rows = !chart.rows.empty();
    axes.left = 16 + letter * static_cast<double>(longest);
    axes.top = top;
    axes.right_end = chart.width - right;
    axes.bottom = top + (axes.has_rows ? row_height * static_cast<double>(chart.rows.size()) : plot_height);
    return axes;
}

std::string line(double x1, double y1, double x2, double y2) {
    return fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="#dde3ea"/>)", x1, y1, x2, y2);
}

std::string text(double x, double y, std::string_view anchor, std::string_view words) {
    return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)", x, y, anchor, escaped(words));
}

std::string grid_of(const DotChart& chart, const Axes& axes) {
    std::string svg;
    for (int power = axes.first_power; power <= axes.last_power; ++power) {
        const double x = axes.across(std::pow(10, power));
        svg += line(x, axes.top, x, axes.bottom) + text(x, axes.bottom + 17, "middle", fmt::format("{:g}", std::pow(10, power)));
    }
    for (std::size_t i = 0; i < chart.rows.size(); ++i) {
        const double y = axes.down(static_cast<double>(i));
        svg += line(axes.left, y, axes.right_end, y) + text(axes.left - 8, y + 4, "end", chart.rows[i]);
    }
    if (!axes.has_rows) {
        for (double value = axes.up.low + axes.step / 2; value < axes.up.high; value += axes.step) {
            const double y = axes.down(value);
            svg += line(axes.left, y, axes.right_end, y) + text(axes.left - 8, y + 4, "end", fmt::format("{:.6g}", value));
        }
        svg += text(axes.left, axes.top - 8, "start", chart.up);
    }
    return svg + text(axes.right_end, axes.bottom + 36, "end", chart.across);
}

std::string dots_of(const DotChart& chart, const DotSeries& series, const Axes& axes) {
    std::string svg;
    for (const Dot& dot : series.dots) {
        if (is_drawn(dot)) {
            const std::string where =
                axes.has_rows ? chart.rows.at(static_cast<std::size_t>(dot.y)) : fmt::format("{:.1f}", dot.y);
            svg += fmt::format(
                R"(<circle cx="{:.1f}" cy="{:.1f}" r="{}" fill="{}" fill-opacity="0.85"><title>{}, {}: {:.3g}</title></circle>)",
                axes.across(dot.x), axes.down(dot.y), series.strong ? 7 : 5, escaped(series.color), escaped(series.name),
                escaped(where), dot.x);
        }
    }
    return svg;
}

struct Box {
    double left, top, right, bottom;
    [[nodiscard]] bool meets(const Box& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
};

/// The name of each dot beside it, at a place without other dots and names if there is one.
std::string names_of(const DotChart& chart, const Axes& axes) {
    std::vector<Box> taken;
    for (const DotSeries& series : chart.series) {
        for (const Dot& dot : series.dots) {
            if (is_drawn(dot)) {
                taken.push_back({axes.across(dot.x) - 6, axes.down(dot.y) - 6, axes.across(dot.x) + 6, axes.down(dot.y) + 6});
            }
        }
    }
    std::string svg;
    for (const DotSeries& series : chart.series) {
        const double width = letter * static_cast<double>(series.name.size());
        for (const Dot& dot : series.dots) {
            if (!is_drawn(dot)) {
                continue;
            }
            const double x = axes.across(dot.x);
            const double y = axes.down(dot.y);
            const std::array<Box, 4> places{{{x + 10, y - 8, x + 10 + width, y + 8},
                                             {x - 10 - width, y - 8, x - 10, y + 8},
                                             {x - width / 2, y - 24, x + width / 2, y - 8},
                                             {x - width / 2, y + 8, x + width / 2, y + 24}}};
            const auto is_free = [&](const Box& place) {
                return place.left > axes.left && place.right < chart.width &&
                       std::none_of(taken.begin(), taken.end(), [&](const Box& other) { return other.meets(place); });
            };
            const auto* free = std::find_if(places.begin(), places.end(), is_free);
            const Box& place = free == places.end() ? places.front() : *free;
            taken.push_back(place);
            svg += text((place.left + place.right) / 2, place.top + 12, "middle", series.name);
        }
    }
    return svg;
}

}  // namespace

std::string dot_chart(const DotChart& chart) {
    double key_height = 26;
    const std::string key = chart.rows.empty() ? "" : key_of(chart, key_height);
    const Axes axes = axes_of(chart, key_height);
    std::string svg = fmt::format(
        R"(<svg viewBox="0 0 {0} {1:.0f}" width="{0}" height="{1:.0f}" role="img" font-size="13" fill="#47515c"><title>{2}</title>)",
        chart.width, axes.bottom + below, escaped(chart.title));
    svg += key + grid_of(chart, axes);
    for (const bool strong : {false, true}) {
        for (const DotSeries& series : chart.series) {
            svg += series.strong == strong ? dots_of(chart, series, axes) : "";
        }
    }
    return svg + (axes.has_rows ? "" : names_of(chart, axes)) + "</svg>";
}

}  // namespace ndpool

#include "ndpool/draw/plot/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

struct Series {
    std::string_view name;
    std::string_view label;
    std::int64_t LevelCounts::*count;
    bool square;
};

constexpr std::array<Series, 3> all_series{{{"count-before", "edges before sparsification", &LevelCounts::edges_before, true},
                                            {"count-after", "edges after", &LevelCounts::edges_after, true},
                                            {"count-nodes", "nodes", &LevelCounts::nodes, false}}};

struct Axes {
    double left, right, top, bottom;
    std::size_t levels;
    int decades;  ///< the axis goes from 1 to 10^decades

    [[nodiscard]] double x(std::size_t i) const {
        const double steps = static_cast<double>(std::max<std::size_t>(levels, 2)) - 1;
        return levels == 1 ? (left + right) / 2 : left + (right - left) * static_cast<double>(i) / steps;
    }
    [[nodiscard]] double y(std::int64_t count) const {
        return bottom - (bottom - top) * std::log10(static_cast<double>(count)) / decades;
    }
};

int decades_for(const std::vector<LevelCounts>& levels) {
    std::int64_t most = 1;
    for (const LevelCounts& level : levels) {
        most = std::max({most, level.nodes, level.edges_before, level.edges_after});
    }
    constexpr int most_decades = 18;  // the next power of ten is beyond 64 bits; a folder may claim any count
    int decades = 1;
    for (std::int64_t rest = (most - 1) / 10; rest > 0 && decades < most_decades; rest /= 10) {
        ++decades;
    }
    return decades;
}

void add_grid(std::string& svg, const Axes& axes, const std::vector<LevelCounts>& levels) {
    auto out = std::back_inserter(svg);
    std::int64_t power = 1;
    for (int decade = 0; decade <= axes.decades; ++decade) {
        power *= decade == 0 ? 1 : 10;
        const double y = axes.y(power);
        fmt::format_to(out, "<path class=\"rule\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>", axes.left - 14, y, axes.right + 14);
        fmt::format_to(out, "<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", axes.left - 20, y + 4,
                       with_thousands(power));
    }
    for (std::size_t i = 0; i < levels.size(); ++i) {
        fmt::format_to(out, "<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>", axes.x(i),
                       axes.bottom + 18, levels[i].level == 0 ? "input" : fmt::format("level {}", levels[i].level));
    }
}

void add_mark(std::string& svg, const Series& series, double x, double y, const std::string& hint) {
    const std::string shape = series.square
                                  ? fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\"", x - 4, y - 4)
                                  : fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\"", x, y);
    const std::string_view tag = series.square ? "rect" : "circle";
    svg += fmt::format("{} class=\"mark {}\"><title>{}</title></{}>", shape, series.name, hint, tag);
}

void add_series(std::string& svg, const Series& series, const Axes& axes, const std::vector<LevelCounts>& levels) {
    std::string line;
    std::string marks;
    bool pen_down = false;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const std::int64_t count = levels[i].*series.count;
        if (count <= 0) {
            pen_down = false;
            continue;
        }
        fmt::format_to(std::back_inserter(line), "{}{:.1f} {:.1f}", pen_down ? "L" : "M", axes.x(i), axes.y(count));
        add_mark(marks, series, axes.x(i), axes.y(count), fmt::format("{}: {}", series.label, with_thousands(count)));
        pen_down = true;
    }
    if (!line.empty()) {
        svg += fmt::format("<path class=\"series {}\" d=\"{}\"/>{}", series.name, line, marks);
    }
}

/// Counts that are not known, or are everywhere equal to those after sparsification, have no line of their own.
bool is_shown(const Series& series, const std::vector<LevelCounts>& levels) {
    return series.count != &LevelCounts::edges_before || std::any_of(levels.begin(), levels.end(), [](const LevelCounts& level) {
               return level.edges_before > level.edges_after;
           });
}

void add_key(std::string& svg, const std::vector<LevelCounts>& levels, double left) {
    constexpr std::array<std::size_t, 3> order{2, 0, 1};
    constexpr std::array<double, 3> widths{70, 196, 0};
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Series& series = all_series[order[i]];
        if (!is_shown(series, levels)) {
            continue;
        }
        svg += fmt::format("<path class=\"series {}\" d=\"M{:.1f} 12h20\"/>", series.name, left);
        add_mark(svg, series, left + 10, 12, std::string(series.label));
        const bool alone = series.count == &LevelCounts::edges_after && !is_shown(all_series[0], levels);
        svg += fmt::format("<text class=\"key\" x=\"{:.1f}\" y=\"16\">{}</text>", left + 26, alone ? "edges" : series.label);
        left += widths[i] + 10;
    }
}

}  // namespace

std::string level_chart(const std::vector<LevelCounts>& levels, int width, int height) {
    const int decades = decades_for(levels);
    const double tick_width = 7.0 * static_cast<double>(with_thousands(static_cast<std::int64_t>(std::pow(10, decades))).size());
    const Axes axes{tick_width + 24, width - 34.0, 40, height - 30.0, levels.size(), decades};
    std::string svg = fmt::format(
        "<svg class=\"chart\" role=\"img\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-size=\"12\">"
        "<title>Nodes and edges by level</title><desc>",
        width, height);
    for (const LevelCounts& level : levels) {
        if (level.edges_before < level.edges_after) {
            svg +=
                fmt::format("Level {}: {}, {}. ", level.level, counted(level.nodes, "node"), counted(level.edges_after, "edge"));
            continue;
        }
        svg += fmt::format("Level {}: {}, {} before and {} after sparsification. ", level.level, counted(level.nodes, "node"),
                           counted(level.edges_before, "edge"), with_thousands(level.edges_after));
    }
    svg += "</desc>";
    add_grid(svg, axes, levels);
    for (const Series& series : all_series) {
        if (is_shown(series, levels)) {
            add_series(svg, series, axes, levels);
        }
    }
    add_key(svg, levels, 4);
    svg += "</svg>\n";
    return svg;
}

}  // namespace ndpool

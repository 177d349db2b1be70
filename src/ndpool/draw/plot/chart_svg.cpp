#include "ndpool/draw/plot/chart_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/draw/plot/axis_scale.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

// Okabe and Ito's colours, which readers with any kind of colour vision tell apart; yellow is too pale for lines.
constexpr std::array<const char*, 8> series_colors{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#56b4e9", "#e69f00", "#000000", "#7f7f7f"};
constexpr double left_margin = 62;
constexpr double right_margin = 14;
constexpr double letter_width = 6.6;
constexpr double line_height = 18;

/// The plot's rectangle and its axes.
struct PlotArea {
    double left, top, right, bottom;
    AxisScale x, y;

    [[nodiscard]] double across(double value) const { return left + (right - left) * x.share(value); }
    [[nodiscard]] double down(double value) const { return bottom - (bottom - top) * std::clamp(y.share(value), -0.02, 1.02); }
    [[nodiscard]] bool has(double x_value, double y_value) const { return x.has(x_value) && y.has(y_value); }
};

const char* color_of(std::size_t series) {
    return series_colors[series % series_colors.size()];
}

std::string dash_of(const ChartSeries& series) {
    return series.dashed || series.from_paper ? R"( stroke-dasharray="6 4")" : "";
}

std::string label(double x, double y, const char* anchor, std::string_view words, const char* extra = "") {
    return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}"{}>{}</text>)", x, y, anchor, extra, escaped(words));
}

std::string mark_of(std::size_t series, double x, double y, bool hollow) {
    const char* color = color_of(series);
    const std::string ink = hollow ? fmt::format(R"(fill="#fff" stroke="{}" stroke-width="1.6")", color)
                                   : fmt::format(R"(fill="{}" stroke="#fff" stroke-width="0.6")", color);
    switch (series % 4) {
        case 0: return fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3.6" {}/>)", x, y, ink);
        case 1: return fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="6.6" height="6.6" {}/>)", x - 3.3, y - 3.3, ink);
        case 2: return fmt::format(R"(<path d="M{:.1f} {:.1f}l4.2 7.4h-8.4z" {}/>)", x, y - 4.6, ink);
        default: return fmt::format(R"(<path d="M{:.1f} {:.1f}l4.6 4.6l-4.6 4.6l-4.6 -4.6z" {}/>)", x, y - 4.6, ink);
    }
}

std::string legend_of(const ReportChart& chart, double width, double& height) {
    std::string svg;
    double x = left_margin;
    double y = height + 12;
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        const ChartSeries& series = chart.series[s];
        const std::string words = series.from_paper ? series.name + " (paper)" : series.name;
        const double wide = 34 + letter_width * static_cast<double>(words.size());
        if (x + wide > width && x > left_margin) {
            x = left_margin;
            y += line_height;
        }
        if (chart.kind == ChartKind::lines) {
            svg += fmt::format(R"(<path d="M{:.1f} {:.1f}h20" stroke="{}" stroke-width="2" fill="none"{}/>)", x, y - 4,
                               color_of(s), dash_of(series));
        }
        if (chart.kind == ChartKind::bars) {
            svg += fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="14" height="10" fill="{}" fill-opacity="{}" stroke="{}"/>)",
                               x + 3, y - 9, color_of(s), series.from_paper ? 0.25 : 0.9, color_of(s));
        } else if (series.x.size() <= 40 && !series.dashed) {
            svg += mark_of(s, x + 10, y - 4, series.from_paper);
        }
        svg += label(x + 26, y, "start", words);
        x += wide;
    }
    height = y + 8;
    return svg;
}

std::vector<double> all_values(const ReportChart& chart, bool of_x) {
    std::vector<double> values;
    for (const ChartSeries& series : chart.series) {
        for (const std::vector<double>* list : {&series.y, &series.low, &series.high}) {
            const std::vector<double>& source = of_x ? series.x : *list;
            values.insert(values.end(), source.begin(), source.end());
        }
    }
    if (!of_x && chart.kind == ChartKind::bars && chart.y_scale == Scale::linear) {
        values.push_back(0);
    }
    return values;
}

PlotArea area_of(const ReportChart& chart, double width, double top, double plot_height) {
    PlotArea area{left_margin, top, width - right_margin, top + plot_height, {}, {}};
    area.y = axis_for(chart.y_scale, all_values(chart, false), true);
    if (chart.x_names.empty()) {
        area.x = axis_for(chart.x_scale, all_values(chart, true), chart.kind == ChartKind::dots);
    } else {
        area.x = {Scale::linear, -0.5, static_cast<double>(chart.x_names.size()) - 0.5};
    }
    return area;
}

/// Long names of categories are slanted.
bool slants(const ReportChart& chart, const PlotArea& area) {
    const double room = (area.right - area.left) / static_cast<double>(std::max<std::size_t>(chart.x_names.size(), 1));
    return std::any_of(chart.x_names.begin(), chart.x_names.end(),
                       [&](const std::string& name) { return letter_width * static_cast<double>(name.size()) > room; });
}

std::string axes_of(const ReportChart& chart, const PlotArea& area, double& bottom) {
    std::string svg;
    for (const double tick : ticks_of(area.y)) {
        const double y = area.down(tick);
        svg += fmt::format(R"(<path d="M{:.1f} {:.1f}H{:.1f}" stroke="#dde3ea"/>)", area.left, y, area.right);
        svg += label(area.left - 6, y + 4, "end", tick_text(tick));
    }
    bottom = area.bottom + 18;
    if (chart.x_names.empty()) {
        for (const double tick : ticks_of(area.x)) {
            const double x = area.across(tick);
            svg += fmt::format(R"(<path d="M{:.1f} {:.1f}v5" stroke="#66717e"/>)", x, area.bottom);
            svg += label(x, area.bottom + 18, "middle", tick_text(tick));
        }
    } else {
        const bool slanted = slants(chart, area);
        std::size_t longest = 0;
        for (std::size_t i = 0; i < chart.x_names.size(); ++i) {
            const double x = area.across(static_cast<double>(i));
            const std::string turn =
                slanted ? fmt::format(R"svg( transform="rotate(-35 {:.1f} {:.1f})")svg", x + 4, area.bottom + 14) : "";
            svg += label(x + (slanted ? 4 : 0), area.bottom + (slanted ? 14 : 18), slanted ? "end" : "middle", chart.x_names[i],
                         turn.c_str());
            longest = std::max(longest, chart.x_names[i].size());
        }
        bottom += slanted ? letter_width * 0.6 * static_cast<double>(longest) : 0;
    }
    svg += fmt::format(R"(<path d="M{:.1f} {:.1f}V{:.1f}H{:.1f}" fill="none" stroke="#66717e"/>)", area.left, area.top,
                       area.bottom, area.right);
    const double middle = (area.top + area.bottom) / 2;
    const std::string turn = fmt::format(R"svg( transform="rotate(-90 14 {:.1f})")svg", middle);
    svg += label(14, middle, "middle", chart.y_label, turn.c_str());
    if (!chart.x_label.empty()) {
        bottom += 18;
        svg += label((area.left + area.right) / 2, bottom, "middle", chart.x_label);
    }
    bottom += 8;
    return svg;
}

std::string band_of(const ChartSeries& series, std::size_t number, const PlotArea& area) {
    std::string forth;
    std::string back;
    for (std::size_t i = 0; i < series.low.size(); ++i) {
        if (area.has(series.x[i], series.low[i]) && area.has(series.x[i], series.high[i])) {
            const double x = area.across(series.x[i]);
            forth += fmt::format("{}{:.1f} {:.1f}", forth.empty() ? "M" : "L", x, area.down(series.high[i]));
            back = fmt::format("L{:.1f} {:.1f}", x, area.down(series.low[i])) + back;
        }
    }
    return forth.empty() ? "" : fmt::format(R"(<path d="{}{}Z" fill="{}" fill-opacity="0.15"/>)", forth, back, color_of(number));
}

std::string line_through(const ChartSeries& series, std::size_t number, const PlotArea& area) {
    std::string path;
    std::string marks;
    bool drawing = false;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!area.has(series.x[i], series.y[i])) {
            drawing = false;
            continue;
        }
        const double x = area.across(series.x[i]);
        const double y = area.down(series.y[i]);
        path += fmt::format("{}{:.1f} {:.1f}", drawing ? "L" : "M", x, y);
        if (series.x.size() <= 40 && !series.dashed) {
            marks += mark_of(number, x, y, series.from_paper);
        }
        drawing = true;
    }
    return band_of(series, number, area) +
           fmt::format(R"(<path d="{}" fill="none" stroke="{}" stroke-width="1.8"{}/>)", path, color_of(number),
                       dash_of(series)) +
           marks;
}

std::string error_bar(double x, double low, double high, const char* color) {
    return fmt::format(R"(<path d="M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {1:.1f}h6M{3:.1f} {2:.1f}h6" stroke="{4}"/>)", x, high, low,
                       x - 3, color);
}

std::string dots_of_series(const ChartSeries& series, std::size_t number, const PlotArea& area) {
    std::string svg;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!area.has(series.x[i], series.y[i])) {
            continue;
        }
        const double x = area.across(series.x[i]);
        if (!series.low.empty() && area.y.has(series.low[i]) && area.y.has(series.high[i])) {
            svg += error_bar(x, area.down(series.low[i]), area.down(series.high[i]), color_of(number));
        }
        if (series.x.size() > 400) {
            svg += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="1.5" fill="{}" fill-opacity="0.7"/>)", x,
                               area.down(series.y[i]), color_of(number));
        } else {
            svg += mark_of(number, x, area.down(series.y[i]), series.from_paper);
        }
    }
    return svg;
}

/// Bars of a category stand side by side; without categories each stands at its x, as in a histogram.
std::string bars_of_series(const ReportChart& chart, std::size_t number, const PlotArea& area) {
    const ChartSeries& series = chart.series[number];
    const auto count = static_cast<double>(chart.series.size());
    double room =
        chart.x_names.empty() ? area.right - area.left : (area.right - area.left) / static_cast<double>(chart.x_names.size());
    if (chart.x_names.empty() && series.x.size() > 1) {
        room = std::abs(area.across(series.x[1]) - area.across(series.x[0])) / 0.8;
    }
    const double wide = 0.8 * room / count;
    std::string svg;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!area.has(series.x[i], series.y[i])) {
            continue;
        }
        const double x = area.across(series.x[i]) + wide * (static_cast<double>(number) - count / 2);
        const double y = area.down(series.y[i]);
        const double base = area.y.scale == Scale::linear ? area.down(std::clamp(0.0, area.y.low, area.y.high)) : area.bottom;
        svg += fmt::format(
            R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="{}" fill-opacity="{}" stroke="{}" stroke-width="0.5"/>)",
            x, std::min(y, base), std::max(wide - 1, 0.8), std::abs(base - y), color_of(number), series.from_paper ? 0.25 : 0.9,
            color_of(number));
        if (!series.low.empty() && area.y.has(series.low[i]) && area.y.has(series.high[i])) {
            svg += error_bar(x + wide / 2, area.down(series.low[i]), area.down(series.high[i]), "#1d2733");
        }
    }
    return svg;
}

}  // namespace

SvgDrawing chart_svg(const ReportChart& chart, double width, double plot_height) {
    check_part(chart);
    double height = 18;
    std::string svg = label(left_margin, 14, "start", chart.title, R"( font-weight="600")");
    if (chart.series.size() > 1 || chart.series.empty() || chart.series.front().name != chart.y_label) {
        svg += legend_of(chart, width, height);
    }
    const PlotArea area = area_of(chart, width, height + 8, plot_height);
    double bottom = area.bottom;
    svg += axes_of(chart, area, bottom);
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        switch (chart.kind) {
            case ChartKind::lines: svg += line_through(chart.series[s], s, area); break;
            case ChartKind::dots: svg += dots_of_series(chart.series[s], s, area); break;
            case ChartKind::bars: svg += bars_of_series(chart, s, area); break;
        }
    }
    return {svg, width, bottom};
}

}  // namespace ndpool

#include "ndpool/draw/page/page_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <string_view>

#include "ndpool/draw/page/base64.hpp"

namespace ndpool {

namespace {

/// Text in quotes. "</" would end the <script> element that holds it, and "<!--" begin a comment there.
std::string quoted(std::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
        switch (c) {
            case '"': json += "\\\""; break;
            case '\\': json += "\\\\"; break;
            case '\n': json += "\\n"; break;
            case '<': json += "\\u003c"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    fmt::format_to(std::back_inserter(json), "\\u{:04x}", static_cast<unsigned>(c));
                } else {
                    json += c;
                }
        }
    }
    return json + '"';
}

std::string number(double value) {
    return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null";
}

/// "[a,b,c]" of what `write` makes of each.
template <typename Values, typename Write>
std::string listed(const Values& values, const Write& write) {
    std::string json = "[";
    for (const auto& value : values) {
        json += json.size() > 1 ? "," : "";
        json += write(value);
    }
    return json + "]";
}

std::string numbers(const std::vector<double>& values) {
    return listed(values, number);
}

std::string names(const std::vector<std::string>& texts) {
    return listed(texts, quoted);
}

/// Whole numbers from -1 on, shifted by one, in as few bytes as they need.
template <typename Get>
std::string packed(std::size_t count, const Get& get) {
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        largest = std::max(largest, static_cast<std::uint32_t>(get(i)) + 1);
    }
    const std::size_t width = largest < 256 ? 1 : largest < 65536 ? 2 : 4;
    std::vector<std::uint8_t> bytes;
    bytes.reserve(count * width);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t value = static_cast<std::uint32_t>(get(i)) + 1;
        for (std::size_t byte = 0; byte < width; ++byte) {
            bytes.push_back(static_cast<std::uint8_t>(value >> (8 * byte)));
        }
    }
    return fmt::format(R"({{"u":{},"b":"{}"}})", width, base64(bytes));
}

/// Positive numbers by 16 bits of their logarithm between the smallest and the largest: to about 1e-4 of their value.
std::string packed_weights(const std::vector<DrawnEdge>& edges) {
    double smallest = std::numeric_limits<double>::infinity();
    double largest = 0;
    for (const DrawnEdge& edge : edges) {
        if (edge.weight > 0) {
            smallest = std::min(smallest, static_cast<double>(edge.weight));
            largest = std::max(largest, static_cast<double>(edge.weight));
        }
    }
    if (!(largest > 0) || smallest == largest) {
        return fmt::format(R"({{"same":{}}})", number(largest));
    }
    const double span = std::log(largest / smallest);
    std::vector<std::uint8_t> bytes;
    for (const DrawnEdge& edge : edges) {
        const double share = edge.weight > 0 ? std::log(static_cast<double>(edge.weight) / smallest) / span : 0;
        const auto value = static_cast<std::uint32_t>(std::lround(65535 * std::clamp(share, 0.0, 1.0)));
        bytes.push_back(static_cast<std::uint8_t>(value));
        bytes.push_back(static_cast<std::uint8_t>(value >> 8));
    }
    return fmt::format(R"({{"low":{},"high":{},"b":"{}"}})", number(smallest), number(largest), base64(bytes));
}

/// Coordinates as 16 bits of the range that both share.
std::string packed_positions(const std::vector<Point>& points) {
    Point low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Point high{-low.x, -low.y};
    for (const Point& point : points) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    const double size = points.empty() ? 1 : std::max({high.x - low.x, high.y - low.y, 1e-300});
    std::vector<std::uint8_t> bytes;
    for (const Point& point : points) {
        for (const double share : {(point.x - low.x) / size, (point.y - low.y) / size}) {
            const auto value = static_cast<std::uint32_t>(std::lround(65535 * share));
            bytes.push_back(static_cast<std::uint8_t>(value));
            bytes.push_back(static_cast<std::uint8_t>(value >> 8));
        }
    }
    return fmt::format("\"{}\"", base64(bytes));
}

std::string series_json(const ChartSeries& series) {
    std::string json = fmt::format(R"({{"name":{},"x":{},"y":{})", quoted(series.name), numbers(series.x), numbers(series.y));
    if (!series.low.empty()) {
        json += fmt::format(R"(,"low":{},"high":{})", numbers(series.low), numbers(series.high));
    }
    json += series.dashed ? R"(,"dashed":true)" : "";
    json += series.from_paper ? R"(,"paper":true)" : "";
    json += series.faint ? R"(,"faint":true)" : "";
    json += series.group.empty() ? "" : R"(,"group":)" + quoted(series.group);
    return json + "}";
}

std::string chart_json(const ReportChart& chart) {
    const auto scale = [](Scale kind) { return kind == Scale::linear ? "linear" : "log"; };
    const auto kind = chart.kind == ChartKind::lines ? "lines" : chart.kind == ChartKind::dots ? "dots" : "bars";
    return fmt::format(R"({{"title":{},"x":{},"y":{},"xScale":"{}","yScale":"{}","kind":"{}","names":{},"series":{}}})",
                       quoted(chart.title), quoted(chart.x_label), quoted(chart.y_label), scale(chart.x_scale),
                       scale(chart.y_scale), kind, names(chart.x_names), listed(chart.series, series_json));
}

std::string level_json(const DrawnLevel& level) {
    const std::vector<DrawnEdge>& edges = level.edges;
    std::string json = fmt::format(R"({{"title":{},"nodes":{},"a":{},"b":{},"weights":{})", quoted(level.title),
                                   packed(level.nodes.size(), [&](std::size_t i) { return level.nodes[i]; }),
                                   packed(edges.size(), [&](std::size_t i) { return edges[i].a; }),
                                   packed(edges.size(), [&](std::size_t i) { return edges[i].b; }), packed_weights(edges));
    if (!level.kept.empty()) {
        json += R"(,"kept":)" + packed(level.kept.size(), [&](std::size_t i) { return std::int32_t{level.kept[i]}; });
    }
    if (!level.clusters.empty()) {
        json += R"(,"clusters":)" + packed(level.clusters.size(), [&](std::size_t i) { return level.clusters[i]; });
    }
    json += level.note.empty() ? "" : R"(,"note":)" + quoted(level.note);
    return json + "}";
}

std::string graph_json(const ReportGraph& graph) {
    std::string json = fmt::format(R"({{"title":{},"positions":{},"epsilons":{},"epsilon":{},"first":{},"levels":{})",
                                   quoted(graph.title), packed_positions(graph.positions), numbers(graph.epsilons),
                                   number(graph.epsilon), graph.first_level, listed(graph.levels, level_json));
    if (!graph.names.empty()) {
        json += R"(,"names":)" + packed(graph.names.size(), [&](std::size_t i) { return graph.names[i]; });
    }
    return json + "}";
}

std::string matrix_json(const ReportMatrix& matrix) {
    return fmt::format(
        R"({{"title":{},"rows":{},"columns":{},"values":{},"rowNames":{},"columnNames":{}}})", quoted(matrix.title), matrix.rows,
        matrix.columns,
        listed(matrix.values, [](float value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "null"; }),
        names(matrix.row_names), names(matrix.column_names));
}

std::string figure_json(const PageFigure& figure) {
    return fmt::format(R"({{"name":{},"title":{},"command":{},"charts":{},"graphs":{},"matrices":{}}})", quoted(figure.name),
                       quoted(figure.title), quoted(figure.command), listed(figure.charts, chart_json),
                       listed(figure.graphs, graph_json), listed(figure.matrices, matrix_json));
}

}  // namespace

std::string page_data(const Page& page) {
    return fmt::format(R"({{"title":{},"figures":{}}})", quoted(page.title), listed(page.figures, figure_json));
}

}  // namespace ndpool

#include "ndpool/draw/plot/graph_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/draw/plot/frame.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

constexpr std::array<const char*, 6> cluster_colors{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"};
constexpr const char* node_color = "#0072b2";
constexpr const char* dropped_color = "#d55e00";

std::string heading(double y, std::string_view words, const char* weight) {
    return fmt::format(R"(<text x="4" y="{:.0f}" font-weight="{}">{}</text>)", y, weight, escaped(words));
}

/// Edges in four classes of weight, each one path, so that a drawing of many edges stays small.
std::string drawn_edges(const DrawnLevel& level, const std::vector<Point>& places, double epsilon) {
    constexpr std::array<double, 4> shares{0.05, 0.25, 0.6, HUGE_VAL};
    constexpr std::array<const char*, 4> inks{"#d3dae2", "#aab5c1", "#748291", "#323d49"};
    float strongest = 0;
    for (const DrawnEdge& edge : level.edges) {
        strongest = std::max(strongest, edge.weight);
    }
    std::array<std::string, 4> paths;
    for (const DrawnEdge& edge : level.edges) {
        if (edge.weight > epsilon) {
            const auto* place =
                std::find_if(shares.begin(), shares.end(), [&](double share) { return edge.weight <= share * strongest; });
            const Point& a = places[static_cast<std::size_t>(edge.a)];
            const Point& b = places[static_cast<std::size_t>(edge.b)];
            paths[static_cast<std::size_t>(place - shares.begin())] +=
                fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", a.x, a.y, b.x, b.y);
        }
    }
    std::string svg;
    for (std::size_t c = 0; c < paths.size(); ++c) {
        if (!paths[c].empty()) {
            svg +=
                fmt::format(R"(<path d="{}" fill="none" stroke="{}" stroke-width="{}"/>)", paths[c], inks[c], c == 3 ? 1.1 : 0.7);
        }
    }
    return svg;
}

std::string drawn_nodes(const DrawnLevel& level, const std::vector<Point>& places, double radius) {
    std::string svg;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool dropped = !level.kept.empty() && level.kept[i] == 0;
        const char* color = dropped ? dropped_color : node_color;
        if (!level.clusters.empty()) {
            color = level.clusters[i] < 0 ? "#9aa5b1"
                                          : cluster_colors[static_cast<std::size_t>(level.clusters[i]) % cluster_colors.size()];
        }
        svg += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}" {}/>)", places[i].x, places[i].y, radius,
                           dropped && level.clusters.empty() ? fmt::format(R"(fill="#fff" stroke="{}" stroke-width="1.1")", color)
                                                             : fmt::format(R"(fill="{}")", color));
    }
    return svg;
}

}  // namespace

SvgDrawing graph_drawing(const ReportGraph& graph, double width, double epsilon) {
    check_part(graph);
    const auto panels = static_cast<double>(std::max<std::size_t>(graph.levels.size(), 1));
    const double panel_width = std::floor(width / panels);
    const Frame frame = frame_around(graph.positions, static_cast<int>(panel_width));
    std::string svg = heading(14, graph.title, "600");
    for (std::size_t l = 0; l < graph.levels.size(); ++l) {
        const DrawnLevel& level = graph.levels[l];
        std::vector<Point> places;
        std::vector<Point> units;
        for (const std::int32_t node : level.nodes) {
            units.push_back(frame.place(graph.positions[static_cast<std::size_t>(node)]));
            places.push_back({units.back().x / units_per_pixel, units.back().y / units_per_pixel});
        }
        const double radius = std::clamp(node_radius(units, frame) / units_per_pixel, 0.8, 5.0);
        svg += fmt::format(R"svg(<g transform="translate({:.0f} 20)">{}{}{}</g>)svg", static_cast<double>(l) * panel_width,
                           heading(16, shortened(level.title, static_cast<std::size_t>(panel_width / 6.2)), "400"),
                           "<g transform=\"translate(0 20)\">" + drawn_edges(level, places, epsilon),
                           drawn_nodes(level, places, radius) + "</g>");
    }
    return {svg, width, frame.height + 46.0};
}

SvgDrawing matrix_drawing(const ReportMatrix& matrix, double width) {
    check_part(matrix);
    constexpr int shades = 8;
    float largest = 0;
    for (const float value : matrix.values) {
        largest = std::max(largest, std::abs(value));
    }
    const double side = (width - 8) / std::max(1, matrix.columns);
    std::array<std::string, shades> paths;
    for (int row = 0; row < matrix.rows; ++row) {
        for (int column = 0; column < matrix.columns; ++column) {
            const auto place =
                static_cast<std::size_t>(row) * static_cast<std::size_t>(matrix.columns) + static_cast<std::size_t>(column);
            const float value = std::abs(matrix.values[place]);
            if (value > 0) {
                const int shade = std::min(shades - 1, static_cast<int>(shades * std::sqrt(value / largest)));
                paths.at(static_cast<std::size_t>(shade)) +=
                    fmt::format("M{:.1f} {:.1f}h{:.2f}v{:.2f}h-{:.2f}z", 4 + column * side, 24 + row * side, side, side, side);
            }
        }
    }
    std::string svg = heading(14, matrix.title, "400");
    svg += fmt::format(R"(<rect x="4" y="24" width="{:.1f}" height="{:.1f}" fill="#fff" stroke="#aab5c1"/>)",
                       matrix.columns * side, matrix.rows * side);
    for (int shade = 0; shade < shades; ++shade) {
        const int grey = 205 - 205 * shade / (shades - 1);
        svg += fmt::format(R"svg(<path d="{0}" fill="rgb({1},{1},{1})"/>)svg", paths.at(static_cast<std::size_t>(shade)), grey);
    }
    return {svg, width, 34 + matrix.rows * side};
}

SvgDrawing table_drawing(const TextTable& table, double width) {
    check_part(table);
    constexpr double letter = 6.4;
    constexpr std::size_t longest_cell = 60;
    std::vector<std::size_t> letters;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        std::size_t most = table.columns[c].size();
        for (const auto& row : table.rows) {
            most = std::max(most, row[c].size());
        }
        letters.push_back(std::min(most, longest_cell));
    }
    double total = 0;
    for (const std::size_t count : letters) {
        total += letter * static_cast<double>(count) + 14;
    }
    const double squeeze = std::min(1.0, width / std::max(total, 1.0));
    std::string svg = heading(14, table.title, "600");
    double y = 38;
    const auto line = [&](const std::vector<std::string>& cells, const char* weight) {
        double x = 4;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const auto room = static_cast<std::size_t>(squeeze * static_cast<double>(letters[c]));
            svg += fmt::format(R"(<text x="{:.0f}" y="{:.0f}" font-weight="{}">{}</text>)", x, y, weight,
                               escaped(shortened(cells[c], std::max<std::size_t>(room, 3))));
            x += squeeze * (letter * static_cast<double>(letters[c]) + 14);
        }
        svg += fmt::format(R"(<path d="M4 {0:.0f}H{1:.0f}" stroke="#dde3ea"/>)", y + 6, width - 4);
        y += 20;
    };
    line(table.columns, "600");
    for (const auto& row : table.rows) {
        line(row, "400");
    }
    return {svg, width, y};
}

}  // namespace ndpool

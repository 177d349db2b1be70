#include "ndpool/reproduce/output/figure_svg.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/draw/plot/graph_drawing.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

constexpr double sheet_width = 1080;
constexpr double sheet_margin = 16;

/// Drawings from left to right and from top to bottom.
struct Sheet {
    std::string svg;
    double x = sheet_margin;
    double y = sheet_margin;
    double row_height = 0;

    void add(const SvgDrawing& drawing) {
        if (x + drawing.width > sheet_width && x > sheet_margin) {
            end_row();
        }
        svg += fmt::format(R"svg(<g transform="translate({:.0f} {:.0f})">{}</g>)svg", x, y, drawing.content);
        x += drawing.width + 12;
        row_height = std::max(row_height, drawing.height);
    }
    void end_row() {
        y += row_height + (row_height > 0 ? 16 : 0);
        x = sheet_margin;
        row_height = 0;
    }
    void line(std::string_view words, const char* style) {
        svg += fmt::format(R"(<text x="{:.0f}" y="{:.0f}" {}>{}</text>)", sheet_margin, y + 14, style,
                           escaped(shortened(words, 170)));
        y += 22;
    }
};

TextTable words_of(const ResultTable& table) {
    TextTable text{table.title, {""}, {}, ""};
    text.columns.insert(text.columns.end(), table.columns.begin(), table.columns.end());
    for (const ResultRow& row : table.rows) {
        std::vector<std::string> cells{row.name};
        for (const ResultCell& cell : row.cells) {
            std::string words = to_text(cell.ours, table.decimals);
            if (cell.paper) {
                words += fmt::format("{}[{}]", words.empty() ? "" : " ", to_text(cell.paper, table.decimals));
            }
            cells.push_back(std::move(words));
        }
        text.rows.push_back(std::move(cells));
    }
    return text;
}

}  // namespace

std::string figure_svg(const ReportFigure& figure) {
    constexpr double inner = sheet_width - 2 * sheet_margin;
    Sheet sheet;
    sheet.line(figure.title, R"(font-size="16" font-weight="600")");
    if (!figure.verdict.words.empty()) {
        sheet.line(fmt::format("{}: {}", name_of(figure.verdict.agreement), figure.verdict.words), R"(fill="#47515c")");
    }
    if (!figure.fill_command.empty()) {
        sheet.line(figure.fill_command, R"(font-family="monospace" fill="#47515c")");
    }
    sheet.y += 8;
    const auto columns = static_cast<double>(std::clamp<std::size_t>(figure.charts.size(), 1, 3));
    for (const ReportChart& chart : figure.charts) {
        const double width = std::min(680.0, (inner - 12 * (columns - 1)) / columns);
        sheet.add(chart_svg(chart, width, width > 400 ? 280 : 210));
    }
    sheet.end_row();
    for (const ReportGraph& graph : figure.graphs) {
        const double width = std::min(inner, 270.0 * static_cast<double>(std::max<std::size_t>(graph.levels.size(), 1)));
        sheet.add(graph_drawing(graph, width));
    }
    sheet.end_row();
    for (const ReportMatrix& matrix : figure.matrices) {
        sheet.add(matrix_drawing(matrix, 200));
    }
    sheet.end_row();
    for (const ResultTable& table : figure.tables) {
        sheet.add(table_drawing(words_of(table), inner));
        sheet.end_row();
    }
    for (const TextTable& text : figure.texts) {
        sheet.add(table_drawing(text, inner));
        sheet.end_row();
    }
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" viewBox="0 0 {0:.0f} {1:.0f}" role="img" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#1d2733"><title>{2}</title><rect width="{0:.0f}" height="{1:.0f}" fill="#fff"/>{3}</svg>
)",
        sheet_width, sheet.y + sheet_margin, escaped(figure.title), sheet.svg);
}

}  // namespace ndpool

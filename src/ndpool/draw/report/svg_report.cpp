#include "ndpool/draw/report/svg_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ndpool/draw/report/figures.hpp"
#include "ndpool/draw/report/level_table.hpp"
#include "ndpool/draw/report/style.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

constexpr double margin = 30;
constexpr double gutter = 20;

/// Collects drawings and lines of text; positions in pixels from the top left corner.
struct SvgReport {
    std::string svg;

    void text(double x, double y, std::string_view style, std::string_view words, std::size_t most = 200) {
        fmt::format_to(std::back_inserter(svg), "<text class=\"{}\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", style, x, y,
                       escaped(shortened(words, most)));
    }
    void drawing(double x, double y, std::string_view content) {
        fmt::format_to(std::back_inserter(svg), "<g transform=\"translate({:.0f} {:.0f})\">{}</g>\n", x, y, content);
    }
    void rule(double y, double width) {
        fmt::format_to(std::back_inserter(svg), "<path class=\"rule\" d=\"M{:.0f} {:.0f}H{:.0f}\"/>\n", margin, y,
                       width - margin);
    }
    void caption(double x, double y, const Figure& figure) {
        text(x, y, "strong", figure.heading);
        text(x, y + 18, "quiet", figure.caption);
        if (!figure.note.empty()) {
            text(x, y + 36, "quiet", figure.note);
        }
    }
};

/// The input with facts and chart at its right; returns where the next part may begin.
double add_input(SvgReport& report, const PyramidPicture& picture, const PyramidFigures& figures, double top) {
    report.drawing(margin, top, figures.input.svg);
    report.caption(margin, top + figures.input_height + 16, figures.input);
    const double right = margin + figures.input_width + 2 * gutter;
    double y = top + 16;
    for (const auto& [name, value] : picture.facts) {
        report.text(right, y, "quiet", name, 22);
        report.text(right + 160, y, "key", value, 42);
        y += 20;
    }
    y += 12;
    if (!figures.chart.empty()) {
        report.drawing(right, y, figures.chart);
        y += figures.chart_height;
    }
    return std::max(y, top + figures.input_height + 60) + gutter;
}

double add_legend(SvgReport& report, const PyramidPicture& picture, double top) {
    double x = margin;
    for (const LegendEntry& entry : legend(picture)) {
        report.drawing(x, top, entry.svg);
        report.text(x + 40, top + 13, "quiet", entry.meaning);
        x += 64 + 7.8 * static_cast<double>(entry.meaning.size());
    }
    return top + 18 + gutter;
}

double add_level(SvgReport& report, const LevelFigures& level, const PyramidFigures& figures, double width, double top) {
    report.rule(top, width);
    report.text(margin, top + 30, "level", level.heading);
    report.text(margin + 84, top + 30, "quiet", level.summary, 120);
    const double panels = top + 44;
    bool any_note = false;
    for (std::size_t column = 0; column < level.columns.size(); ++column) {
        const double x = margin + static_cast<double>(column) * (figures.panel_width + gutter);
        report.drawing(x, panels, level.columns[column].svg);
        report.caption(x, panels + figures.panel_height + 16, level.columns[column]);
        any_note = any_note || !level.columns[column].note.empty();
    }
    return panels + figures.panel_height + (any_note ? 56 : 38) + gutter;
}

}  // namespace

std::string pyramid_svg(const PyramidPicture& picture) {
    const PyramidFigures figures = pyramid_figures(picture);
    const double width = 2 * margin + 3 * figures.panel_width + 2 * gutter;
    SvgReport report;
    report.text(margin, margin + 24, "head", picture.title, 70);
    report.text(margin, margin + 48, "quiet", lead_of(picture));
    double y = add_input(report, picture, figures, margin + 66);
    if (!figures.levels.empty()) {
        y = add_legend(report, picture, y);
    }
    for (const LevelFigures& level : figures.levels) {
        y = add_level(report, level, figures, width, y);
    }
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
               "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif\" "
               "font-size=\"14\">\n<title>{2}</title><desc>{3}</desc>\n<style>\n{4}"
               ".head{{font-size:26px;font-weight:700;fill:#1f2933}}\n.level{{font-size:18px;font-weight:700;fill:#1f2933}}\n"
               ".strong{{font-weight:600;fill:#1f2933}}\n.quiet{{fill:#5c6773}}\n</style>\n"
               "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
               width, y, escaped(picture.title), escaped(lead_of(picture)), graph_style()) +
           report.svg + "</svg>\n";
}

}  // namespace ndpool

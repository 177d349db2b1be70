#include "ndpool/draw/report/page.hpp"

#include <fmt/format.h>

#include "ndpool/draw/report/figures.hpp"
#include "ndpool/draw/report/style.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

std::string figure_html(const Figure& figure) {
    const std::string note = figure.note.empty() ? "" : fmt::format("<i>{}</i>", escaped(figure.note));
    return fmt::format("<figure>{}<figcaption><b>{}</b>{}{}</figcaption></figure>\n", figure.svg, escaped(figure.heading),
                       escaped(figure.caption), note);
}

std::string facts_html(const PyramidPicture& picture) {
    if (picture.facts.empty()) {
        return "";
    }
    std::string html = "<dl>\n";
    for (const auto& [name, value] : picture.facts) {
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
    }
    return html + "</dl>\n";
}

std::string input_html(const PyramidPicture& picture, const PyramidFigures& figures) {
    std::string beside = facts_html(picture);
    if (!figures.chart.empty()) {
        beside += fmt::format("<figure>{}</figure>\n", figures.chart);
    }
    if (!beside.empty()) {
        beside = fmt::format("<div><h2>At a glance</h2>\n{}</div>\n", beside);
    }
    return fmt::format("<section class=\"input\">\n{}{}</section>\n", figure_html(figures.input), beside);
}

std::string legend_html(const PyramidPicture& picture) {
    std::string html = "<ul class=\"legend\">\n";
    for (const LegendEntry& entry : legend(picture)) {
        html += fmt::format("<li>{}{}</li>\n", entry.svg, entry.meaning);
    }
    return html + "</ul>\n";
}

std::string level_html(const LevelFigures& level) {
    std::string html = fmt::format("<section class=\"level\">\n<header><h2>{}</h2><p>{}</p></header>\n<div class=\"columns\">\n",
                                   level.heading, escaped(level.summary));
    for (const Figure& figure : level.columns) {
        html += figure_html(figure);
    }
    return html + "</div>\n</section>\n";
}

std::string table_html(const PyramidFigures& figures) {
    std::string html = "<section class=\"numbers\">\n<h2>Numbers</h2>\n<table>\n<thead><tr>";
    for (const std::string& head : figures.table_head) {
        html += head.empty() ? "<td></td>" : fmt::format("<th scope=\"col\">{}</th>", escaped(head));
    }
    html += "</tr></thead>\n<tbody>\n";
    for (const auto& row : figures.table) {
        html += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(row.front()));
        for (std::size_t column = 1; column < row.size(); ++column) {
            html += fmt::format("<td>{}</td>", escaped(row[column]));
        }
        html += "</tr>\n";
    }
    return html + "</tbody>\n</table>\n</section>\n";
}

}  // namespace

std::string pyramid_page(const PyramidPicture& picture) {
    const PyramidFigures figures = pyramid_figures(picture);
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{0}</title>\n"
        "<style>\n{1}{2}@media (prefers-color-scheme:dark){{\n{3}}}\n</style>\n</head>\n<body>\n<main>\n"
        "<h1>{0}</h1>\n<p class=\"lead\">{4}</p>\n",
        escaped(picture.title), page_style(), graph_style(), dark_graph_style(), escaped(lead_of(picture)));
    html += input_html(picture, figures);
    if (!figures.levels.empty()) {
        html += legend_html(picture);
    }
    for (const LevelFigures& level : figures.levels) {
        html += level_html(level);
    }
    html += table_html(figures);
    return html + "</main>\n</body>\n</html>\n";
}

}  // namespace ndpool

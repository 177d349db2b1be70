#include "ndpool/draw/page/page_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

constexpr std::size_t many_rows = 20;  ///< a table with more scrolls in a box of its own

struct AgreementWords {
    std::string_view style;  ///< class in the style sheet
    std::string_view sign;
    std::string_view word;
};

// The sign tells what the colour tells.
AgreementWords words_of(Agreement agreement) {
    switch (agreement) {
        case Agreement::agrees: return {"agrees", "✓", "agrees"};
        case Agreement::differs: return {"differs", "≠", "differs"};
        case Agreement::missing: return {"missing", "–", "not made yet"};
        case Agreement::beyond_the_paper: break;
    }
    return {"beyond", "+", "beyond the paper"};
}

std::string facts_list(const PageFacts& facts) {
    std::string html;
    for (const auto& [name, value] : facts) {
        html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", escaped(name), escaped(value));
    }
    return html.empty() ? html : fmt::format("<dl class=\"facts\">{}</dl>\n", html);
}

/// "17 agree, 3 differ, ..." with the sign of each.
std::string tally(const Page& page) {
    std::string html;
    for (const Agreement kind : {Agreement::agrees, Agreement::differs, Agreement::beyond_the_paper, Agreement::missing}) {
        const auto count = std::count_if(page.figures.begin(), page.figures.end(),
                                         [&](const PageFigure& figure) { return figure.verdict.agreement == kind; });
        const AgreementWords words = words_of(kind);
        if (count > 0) {
            const bool is_verb = kind == Agreement::agrees || kind == Agreement::differs;
            html += fmt::format("<li class=\"{}\"><i>{}</i><b>{}</b> {}</li>", words.style, words.sign, count,
                                words.word.substr(0, words.word.size() - (is_verb && count > 1 ? 1 : 0)));
        }
    }
    return fmt::format("<ul class=\"tally\">{}</ul>\n", html);
}

std::string summary_list(const Page& page) {
    std::string html = "<ol class=\"summary\">\n";
    for (const PageFigure& figure : page.figures) {
        const AgreementWords words = words_of(figure.verdict.agreement);
        html += fmt::format(
            "<li class=\"{}\"><a href=\"#{}\"><i title=\"{}\">{}</i><span><b>{}</b>{}<small>{}</small></span></a></li>\n",
            words.style, figure.name, words.word, words.sign, escaped(figure.title),
            figure.place.empty() ? "" : fmt::format(" <em>{}</em>", escaped(figure.place)), escaped(figure.verdict.words));
    }
    return html + "</ol>\n";
}

std::string cell_html(const PageCell& cell) {
    std::string html = cell.strong ? fmt::format("<b>{}</b>", escaped(cell.text)) : escaped(cell.text);
    if (!cell.link.empty()) {
        html = fmt::format("<a href=\"#{}\">{}</a>", escaped(cell.link), html);
    }
    return cell.below.empty() ? html : html + fmt::format("<small>{}</small>", escaped(cell.below));
}

std::string table_html(const PageTable& table) {
    std::string html = "<div class=\"table\">";
    html += table.title.empty() ? "" : fmt::format("<h3>{}</h3>", escaped(table.title));
    html += fmt::format("<div class=\"scroll{}\"><table{}><thead><tr>", table.rows.size() > many_rows ? " tall" : "",
                        table.numbers ? "" : " class=\"words\"");
    for (const std::string& column : table.columns) {
        html += fmt::format("<th scope=\"col\">{}</th>", escaped(column));
    }
    html += "</tr></thead><tbody>\n";
    for (const std::vector<PageCell>& row : table.rows) {
        html += "<tr>";
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::string cell = cell_html(row[column]);
            html += column == 0 ? "<th scope=\"row\">" + cell + "</th>" : "<td>" + cell + "</td>";
        }
        html += "</tr>\n";
    }
    html += "</tbody></table></div>";
    html += table.note.empty() ? "" : fmt::format("<p class=\"note\">{}</p>", escaped(table.note));
    return html + "</div>\n";
}

/// Many names below a chart need its whole width.
bool is_wide(const ReportChart& chart) {
    return chart.x_names.size() > 6;
}
template <typename Part>
bool is_wide(const Part& /*other*/) {
    return false;
}

/// Empty places for the script; its data has the parts in the same order. Links lead to them as FIGURE-KIND-NUMBER.
template <typename Part>
std::string places(const std::string& figure, std::string_view kind, const std::vector<Part>& parts) {
    std::string html;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        html += fmt::format(
            "<div class=\"{0}{4}\" id=\"{3}-{0}-{1}\" data-{0}=\"{1}\"><h3>{2}</h3><div class=\"stage\"></div></div>\n", kind, i,
            escaped(parts[i].title), figure, is_wide(parts[i]) ? " wide" : "");
    }
    return parts.empty() ? html
                         : fmt::format("<div class=\"parts count-{}\">\n{}</div>\n",
                                       parts.size() > 4 ? "many" : fmt::to_string(parts.size()), html);
}

std::string gap_html(const PageFigure& figure) {
    return fmt::format(
        "<div class=\"gap\"><p><b>{}</b> This command makes it:</p><pre class=\"command\"><code>{}</code></pre></div>\n",
        figure.verdict.agreement == Agreement::missing ? "Not made yet." : "A part is not made yet.",
        escaped(figure.fill_command));
}

std::string verdict_html(const Verdict& verdict) {
    const AgreementWords words = words_of(verdict.agreement);
    std::string html = fmt::format("<p class=\"verdict {}\"><i>{}</i><span><b>{}</b> {}</span></p>\n", words.style, words.sign,
                                   words.word, escaped(verdict.words));
    if (verdict.criteria.empty()) {
        return html;
    }
    html += "<ul class=\"criteria\">\n";
    for (const Criterion& criterion : verdict.criteria) {
        const AgreementWords sign = words_of(criterion.holds ? Agreement::agrees : Agreement::differs);
        html += fmt::format("<li class=\"{}\"><i title=\"{}\">{}</i><span>{}: <b>{}</b></span></li>\n", sign.style,
                            criterion.holds ? "holds" : "does not hold", sign.sign, escaped(criterion.compared),
                            escaped(criterion.seen));
    }
    return html + "</ul>\n";
}

}  // namespace

std::string head_section(const Page& page) {
    std::string html = "<header class=\"head\">\n";
    html += page.kicker.empty() ? "" : fmt::format("<p class=\"kicker\">{}</p>\n", escaped(page.kicker));
    html += fmt::format("<h1>{}</h1>\n", escaped(page.title));
    html += page.lead.empty() ? "" : fmt::format("<p class=\"lead\">{}</p>\n", escaped(page.lead));
    html += facts_list(page.facts);
    if (page.summary) {
        html += tally(page) + summary_list(page);
        html += page.summary_note.empty() ? "" : fmt::format("<p class=\"note\">{}</p>\n", escaped(page.summary_note));
    }
    return html + "</header>\n";
}

std::string contents_section(const Page& page) {
    std::string html = "<nav class=\"contents\" aria-label=\"Contents\"><ol>\n";
    for (const PageFigure& figure : page.figures) {
        const AgreementWords words = words_of(figure.verdict.agreement);
        html += fmt::format("<li><a href=\"#{}\">{}{}</a></li>\n", figure.name,
                            page.summary ? fmt::format("<i class=\"{}\">{}</i>", words.style, words.sign) : "",
                            escaped(figure.title));
    }
    return html + "</ol></nav>\n";
}

std::string figure_section(const PageFigure& figure, bool with_verdict) {
    std::string html = fmt::format(
        "<section class=\"figure\" id=\"{0}\" data-figure=\"{0}\">\n<header><h2>{1}</h2>{2}</header>\n", figure.name,
        escaped(figure.title), figure.place.empty() ? "" : fmt::format("<p class=\"place\">{}</p>", escaped(figure.place)));
    html += figure.says.empty() ? "" : fmt::format("<p class=\"says\">{}</p>\n", escaped(figure.says));
    html += with_verdict ? verdict_html(figure.verdict) : "";
    html += places(figure.name, "graph", figure.graphs) + places(figure.name, "chart", figure.charts) +
            places(figure.name, "matrix", figure.matrices);
    for (const PageTable& table : figure.tables) {
        html += table_html(table);
    }
    html += figure.note.empty() ? "" : fmt::format("<p class=\"note\">{}</p>\n", escaped(figure.note));
    html += figure.text.empty() ? "" : fmt::format("<pre class=\"text\">{}</pre>\n", escaped(figure.text));
    html += figure.fill_command.empty() ? "" : gap_html(figure);
    html += "<footer>";
    html += figure.command.empty() ? "" : fmt::format("<pre class=\"command\"><code>{}</code></pre>", escaped(figure.command));
    html += facts_list(figure.facts);
    return html + "<div class=\"tools\"></div></footer>\n</section>\n";
}

}  // namespace ndpool

#include "ndpool/reproduce/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ndpool {

namespace {

PageFacts facts_of(const FigureOrigin& origin) {
    PageFacts facts{{"seed", fmt::to_string(origin.seed)}};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) {
            facts.emplace_back(name, value);
        }
    };
    add("version", origin.version);
    add("date", origin.date);
    add("took", origin.seconds > 0 ? fmt::format("{:.1f} s", origin.seconds) : "");
    add("size", origin.quick ? "quick" : "");
    return facts;
}

PageFigure page_figure(const ReportFigure& figure) {
    check_figure(figure);
    PageFigure shown;
    shown.name = figure.name;
    shown.title = figure.title;
    shown.place = figure.paper_place;
    shown.says = figure.says;
    shown.command = figure.verdict.agreement == Agreement::missing ? "" : figure.origin.command;
    shown.verdict = figure.verdict;
    shown.charts = figure.charts;
    shown.graphs = figure.graphs;
    shown.matrices = figure.matrices;
    for (const ResultTable& table : figure.tables) {
        shown.tables.push_back(page_table(table));
        if (shown.tables.back().title == figure.title) {
            shown.tables.back().title.clear();
        }
        if (shown.tables.back().note == figure.note) {
            shown.tables.back().note.clear();
        }
    }
    for (const TextTable& table : figure.texts) {
        shown.tables.push_back(page_table(table));
    }
    shown.note = figure.note;
    shown.facts = figure.verdict.agreement == Agreement::missing ? PageFacts{} : facts_of(figure.origin);
    shown.fill_command = figure.fill_command;
    return shown;
}

}  // namespace

PageTable page_table(const ResultTable& table) {
    PageTable shown{.title = table.title, .note = table.note, .columns = {""}, .rows = {}};
    shown.columns.insert(shown.columns.end(), table.columns.begin(), table.columns.end());
    const auto has_paper = [](const ResultRow& row) {
        return std::any_of(row.cells.begin(), row.cells.end(), [](const ResultCell& cell) { return cell.paper.has_value(); });
    };
    const bool beside_paper = std::any_of(table.rows.begin(), table.rows.end(), has_paper);
    for (const ResultRow& row : table.rows) {
        std::vector<PageCell> cells{{row.name}};
        for (const ResultCell& cell : row.cells) {
            cells.push_back({cell.ours ? to_text(cell.ours, table.decimals) : cell.left_out,
                             cell.paper ? "paper " + to_text(cell.paper, table.decimals) : std::string(), beside_paper});
        }
        shown.rows.push_back(std::move(cells));
    }
    return shown;
}

PageTable page_table(const TextTable& table) {
    PageTable shown{.title = table.title, .note = table.note, .columns = table.columns, .rows = {}};
    for (const std::vector<std::string>& row : table.rows) {
        std::vector<PageCell> cells;
        for (const std::string& text : row) {
            cells.push_back({text});
            shown.numbers = shown.numbers && text.size() < 24;  // sentences are read from the left
        }
        shown.rows.push_back(std::move(cells));
    }
    return shown;
}

std::string report_page(std::span<const ReportFigure> figures, const ReportFacts& facts) {
    Page page;
    page.title = "Node decimation pooling, the paper and beyond";
    page.kicker = "ndpool report";
    page.lead =
        "Every table and figure of “Hierarchical Representation Learning in Graph Neural Networks with Node Decimation Pooling” "
        "(Bianchi, Grattarola, Livi, Alippi), made again by ndpool, beside what the paper says.";
    page.summary_note =
        "“Agrees”: every comparison that is listed with the figure holds. Limits are the paper's, or ours where it gives none; "
        "some of "
        "ours were set when first results were known.";
    page.summary = true;
    page.facts = {{"command", facts.command}, {"version", facts.version}, {"seed", fmt::to_string(facts.seed)}};
    for (const auto& [name, value] :
         PageFacts{{"date", facts.date}, {"machine", facts.machine}, {"size", facts.quick ? "quick" : ""}}) {
        if (!value.empty()) {
            page.facts.emplace_back(name, value);
        }
    }
    std::transform(figures.begin(), figures.end(), std::back_inserter(page.figures), page_figure);
    return page_html(page);
}

}  // namespace ndpool

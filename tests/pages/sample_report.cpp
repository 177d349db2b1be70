// sample_report FILE: writes a report with every kind of part, for pages_test.py.
#include <cmath>
#include <fstream>
#include <iostream>

#include "draw/sample_pictures.hpp"
#include "ndpool/draw/report/pyramid_graph.hpp"
#include "ndpool/reproduce/report_page.hpp"

namespace {

using namespace ndpool;

ReportFigure lines() {
    ReportFigure figure{.name = "fig-density",
                        .title = "Size of the cut while edges are added",
                        .paper_place = "Fig. 4 and supplement",
                        .says = "The spectral cut beats the random one until the graph is dense."};
    figure.verdict = verdict_by(
        {{"curves start at 1, to 1e-9", "1.00", true}, {"they cross the random cut at a density of 0.7 to 0.8", "0.74", true}},
        "Curves start at 1.00 and cross the random cut at a density of 0.74; the paper says 0.7 to 0.8.");
    for (const char* title : {"ring", "grid"}) {
        ReportChart chart{.title = title, .x_label = "density", .y_label = "cut fraction"};
        ChartSeries cut{.name = "spectral cut"};
        ChartSeries bound{.name = "upper bound", .dashed = true};
        ChartSeries paper{.name = "spectral cut (paper)", .from_paper = true};
        for (int i = 0; i <= 40; ++i) {
            const double x = i / 40.0;
            cut.x.push_back(x);
            cut.y.push_back(0.5 + 0.5 * std::exp(-5 * x));
            cut.low.push_back(cut.y.back() - 0.03);
            cut.high.push_back(cut.y.back() + 0.03);
            bound.x.push_back(x);
            bound.y.push_back(0.55 + 0.45 * std::exp(-4 * x));
            if (i % 10 == 0) {
                paper.x.push_back(x + 0.01);
                paper.y.push_back(cut.y.back() - 0.01);
            }
        }
        chart.series = {cut, bound, paper};
        figure.charts.push_back(chart);
    }
    figure.origin = {
        .command = "ndpool reproduce fig-density -o out", .seed = 0, .version = "0.1.0", .date = "2026-11-18", .seconds = 3.2};
    figure.note = "Ten graphs of each family.";
    return figure;
}

ReportFigure bars_and_dots() {
    ReportFigure figure{
        .name = "fig-time", .title = "Time and accuracy", .paper_place = "Fig. 8", .says = "Time of an epoch by method."};
    figure.verdict = {Agreement::differs, "NDP is second of seven here and first in the paper."};
    const std::vector<std::string> methods{"NDP", "GRACLUS", "NMF", "TopK", "DiffPool"};
    ReportChart bars{.title = "Accuracy", .x_label = "", .y_label = "%", .kind = ChartKind::bars, .x_names = methods};
    bars.series = {{.name = "ours",
                    .x = {0, 1, 2, 3, 4},
                    .y = {71, 73, 70, 66, 68},
                    .low = {69, 70, 68, 63, 66},
                    .high = {73, 75, 72, 70, 70}},
                   {.name = "paper", .x = {0, 1, 2, 3, 4}, .y = {73, 70, 69, 67, 60}, .from_paper = true}};
    ReportChart dots{.title = "Time",
                     .x_label = "seconds per epoch",
                     .y_label = "accuracy",
                     .x_scale = Scale::logarithmic,
                     .kind = ChartKind::dots};
    for (std::size_t i = 0; i < methods.size(); ++i) {
        const double at = static_cast<double>(i);
        dots.series.push_back(
            {.name = methods[i], .x = {0.01 * std::pow(3, at)}, .y = {70 - at}, .low = {69 - at}, .high = {71 - at}});
    }
    ReportChart log{
        .title = "Memory", .x_label = "nodes", .y_label = "bytes", .x_scale = Scale::logarithmic, .y_scale = Scale::logarithmic};
    log.series = {{.name = "ndpool", .x = {1e3, 1e4, 1e5, 1e6, 1e7}, .y = {1e5, 1e6, 1.2e7, 1e8, 1.1e9}},
                  {.name = "SciPy", .x = {1e3, 1e4, 1e5}, .y = {1e7, 1e9, std::nan("")}}};
    figure.charts = {bars, dots, log};
    figure.origin = {.command = "ndpool reproduce fig-time -o out", .seed = 0, .version = "0.1.0", .date = "2026-11-18"};
    return figure;
}

ReportFigure graphs() {
    ReportFigure figure{.name = "fig-pyramids",
                        .title = "Pyramids",
                        .paper_place = "supplement",
                        .says = "Kept and dropped nodes of two graphs."};
    figure.verdict = {Agreement::agrees, "The same share of nodes is kept, 0.49 to 0.52."};
    figure.graphs.push_back(pyramid_graph(samples::pyramid("", samples::geometric(200, 0.13), 3)));
    figure.graphs.back().title = "sensor";
    figure.graphs.push_back(pyramid_graph(samples::pyramid("", {samples::blocks(90, 3, 0.4, 0.02), {}}, 3)));
    figure.graphs.back().title = "community";
    figure.origin = {.command = "ndpool reproduce fig-pyramids -o out", .seed = 0, .version = "0.1.0", .date = "2026-11-18"};
    return figure;
}

ReportFigure matrix_and_tables() {
    ReportFigure figure{.name = "table-cuts",
                        .title = "Matrices and tables",
                        .paper_place = "Table I",
                        .says = "A matrix and two kinds of table."};
    figure.verdict = {Agreement::beyond_the_paper, "The paper has no such table; 0.583 here."};
    ReportMatrix adjacency{.title = "grid", .rows = 36, .columns = 36, .values = std::vector<float>(36 * 36, 0)};
    for (const Edge& edge : edges_of(samples::grid(6, 6))) {
        adjacency.values[edge.from * 36 + edge.to] = adjacency.values[edge.to * 36 + edge.from] = static_cast<float>(edge.weight);
    }
    ReportMatrix confusion{.title = "predicted (across) and true class", .rows = 2, .columns = 2, .values = {31, 4, 6, 40}};
    confusion.row_names = confusion.column_names = {"1", "2"};
    figure.matrices = {adjacency, confusion};
    ResultTable table{.name = "cuts",
                      .title = "Cut fraction",
                      .note = "Mean ± standard deviation.",
                      .columns = {"grid", "ring", "sensor", "community"},
                      .rows = {}};
    for (const char* row : {"spectral", "random", "bound"}) {
        table.rows.push_back({row, std::vector<ResultCell>(4, {MeanStd{0.583, 0.01}, MeanStd{0.58, 0.02}})});
    }
    figure.tables = {table};
    figure.texts = {{.title = "Claims",
                     .columns = {"claim", "ours"},
                     .rows = {{"Coarsening is far cheaper than training.", "It takes 0.3 % of the time of a training."}}}};
    figure.origin = {.command = "ndpool reproduce table-cuts -o out", .seed = 0, .version = "0.1.0", .date = "2026-11-18"};
    return figure;
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) {
        std::cerr << "sample_report FILE\n";
        return 2;
    }
    ReportFigure gap{.name = "fig-methods",
                     .title = "One graph by three methods",
                     .paper_place = "Fig. 9",
                     .says = "GRACLUS, NMF and NDP on PROTEINS."};
    const std::vector<ReportFigure> figures{
        lines(), bars_and_dots(), graphs(), matrix_and_tables(),
        missing_figure(gap, "PROTEINS is not there.", "ndpool reproduce fig-methods -o out --data DIR")};
    std::ofstream(words[1]) << report_page(figures,
                                           {.command = "ndpool reproduce all -o out", .version = "0.1.0", .date = "2026-11-18"});
    return 0;
}

// Figures as JSON, CSV and SVG.
#include <gtest/gtest.h>

#include <cmath>

#include "draw/markup.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/draw/plot/axis_scale.hpp"
#include "ndpool/draw/plot/chart_svg.hpp"
#include "ndpool/reproduce/output/figure_csv.hpp"
#include "ndpool/reproduce/output/figure_json.hpp"
#include "ndpool/reproduce/output/figure_svg.hpp"

namespace ndpool {
namespace {

ReportFigure figure_of_all_parts() {
    ReportFigure figure;
    figure.name = "fig-all";
    figure.title = "Everything <at once> & more";
    figure.says = "One of each.";
    figure.verdict = verdict_by({{"a with b", "0", true}, {"c with d to 5 %", "7 %", false}}, "by 7 %");
    figure.origin = {.command = "ndpool reproduce fig-all", .seed = 3, .version = "1", .date = "2026-01-01", .quick = true};
    figure.charts = {{.title = "curve",
                      .x_label = "x",
                      .y_label = "y",
                      .x_scale = Scale::logarithmic,
                      .series = {{"ours", {1, 10, 100}, {2, std::nan(""), 4}, {1, 1, 3}, {3, 3, 5}},
                                 {.name = "bound", .x = {1, 100}, .y = {5, 5}, .dashed = true}}},
                     {.title = "bars",
                      .x_label = "",
                      .y_label = "y",
                      .kind = ChartKind::bars,
                      .series = {{"a", {0, 1}, {1, -2}}},
                      .x_names = {"one", "two, with a comma"}},
                     {.title = "dots",
                      .x_label = "x",
                      .y_label = "y",
                      .kind = ChartKind::dots,
                      .series = {{.name = "p", .x = {1}, .y = {1}, .from_paper = true}}}};
    figure.graphs = {
        {.title = "graph",
         .positions = {{0, 0}, {1, 0}, {2, 1}},
         .levels = {{"level 0", {0, 1, 2}, {{0, 1, 1}, {1, 2, .25F}}, {1, 0, 1}}, {"level 1", {0, 2}, {{0, 1, .5F}}}},
         .epsilons = {0, 0.1}}};
    figure.matrices = {{"matrix", 2, 2, {1, 0, 0, .5F}}};
    figure.texts = {{"claims", {"claim", "ours"}, {{"a \"quoted\" one", "b"}}, "note"}};
    figure.tables = {{"t", "T", "n", {"one"}, {{"row", {{MeanStd{1.5, std::nan("")}, MeanStd{2, .5}}}}}, 1}};
    return figure;
}

TEST(FigureJson, ReadsWhatItWrote) {
    const ReportFigure figure = figure_of_all_parts();
    const std::string json = to_json(figure);
    const ReportFigure again = figure_from_json(json);
    EXPECT_EQ(to_json(again), json);
    EXPECT_TRUE(std::isnan(again.charts[0].series[0].y[1]));
    EXPECT_EQ(again.graphs[0].levels[0].edges[1].weight, .25F);
    EXPECT_EQ(again.verdict.agreement, Agreement::differs);
    ASSERT_EQ(again.verdict.criteria.size(), 2U);
    EXPECT_TRUE(again.verdict.criteria[0].holds);
    EXPECT_EQ(again.verdict.criteria[1].compared, "c with d to 5 %");
    EXPECT_EQ(again.verdict.criteria[1].seen, "7 %");
    EXPECT_TRUE(std::isnan(again.tables[0].rows[0].cells[0].ours->deviation));
    EXPECT_EQ(table_from_json(json).rows[0].name, "row");

    ReportFigure two = figure;
    two.tables.push_back(two.tables.front());
    EXPECT_EQ(to_json(figure_from_json(to_json(two))), to_json(two));
}

TEST(FigureJson, BrokenTextIsRefused) {
    EXPECT_THROW((void)figure_from_json("{"), InvalidInput);
    EXPECT_THROW((void)figure_from_json("[]"), InvalidInput);
    EXPECT_THROW((void)figure_from_json(R"({"name": 3})"), InvalidInput);
    std::string json = to_json(figure_of_all_parts());
    json.replace(json.find("\"edges\":[0,1"), 12, "\"edges\":[0,9");
    EXPECT_THROW((void)figure_from_json(json), InvalidInput) << "an edge that ends nowhere";
    EXPECT_THROW((void)table_from_json(R"({"rows": 1})"), InvalidInput);
}

TEST(FigureCsv, HasOneFileForEachKindOfData) {
    const auto files = csv_files(figure_of_all_parts());
    ASSERT_EQ(files.size(), 5U);
    EXPECT_EQ(files[0].first, ".csv");
    EXPECT_NE(files[0].second.find("curve,ours,1,2,1,3\ncurve,ours,10,,1,3\n"), std::string::npos) << files[0].second;
    EXPECT_NE(files[0].second.find("\"two, with a comma\""), std::string::npos);
    EXPECT_EQ(files[1].first, "-table.csv");
    EXPECT_EQ(files[2].second, "claim,ours\n\"a \"\"quoted\"\" one\",b\n");
    EXPECT_EQ(files[3].second,
              "graph,level,from,to,weight\ngraph,level 0,0,1,1\ngraph,level 0,1,2,0.25\ngraph,level 1,0,2,0.5\n");
    EXPECT_EQ(files[4].second, "matrix,row,column,value\nmatrix,0,0,1\nmatrix,1,1,0.5\n");
    EXPECT_EQ(csv_files({}).size(), 1U) << "a missing figure has a header";
}

TEST(FigureSvg, IsWellFormedAndEscapesItsWords) {
    const std::string svg = figure_svg(figure_of_all_parts());
    EXPECT_EQ(markup::imbalance(svg), "");
    EXPECT_NE(svg.find("Everything &lt;at once&gt; &amp; more"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(markup::imbalance(figure_svg({})), "");
}

TEST(ChartSvg, DrawsEmptySeriesAndValuesThatAreNoNumbers) {
    for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
        for (const ChartKind kind : {ChartKind::lines, ChartKind::dots, ChartKind::bars}) {
            const ReportChart chart{
                .title = "t",
                .x_label = "x",
                .y_label = "y",
                .x_scale = scale,
                .y_scale = scale,
                .kind = kind,
                .series = {{.name = "none"}, {.name = "odd", .x = {0, 1, HUGE_VAL}, .y = {-1, std::nan(""), 3}}}};
            const SvgDrawing drawing = chart_svg(chart, 400, 200);
            EXPECT_EQ(markup::imbalance(drawing.content), "");
            EXPECT_EQ(drawing.content.find("nan"), std::string::npos);
            EXPECT_EQ(drawing.content.find("inf"), std::string::npos);
        }
    }
}

TEST(AxisScale, HasRoundTicksWithinItsEnds) {
    const AxisScale linear = axis_for(Scale::linear, {0.03, 0.97}, true);
    EXPECT_DOUBLE_EQ(linear.low, 0);
    EXPECT_DOUBLE_EQ(linear.high, 1);
    EXPECT_EQ(ticks_of(linear).size(), 6U);
    const AxisScale decades = axis_for(Scale::logarithmic, {0.002, 50, -3, std::nan("")}, true);
    EXPECT_DOUBLE_EQ(decades.low, 0.001);
    EXPECT_DOUBLE_EQ(decades.high, 100);
    EXPECT_DOUBLE_EQ(decades.share(1), 0.6);
    EXPECT_FALSE(decades.has(0));
    const AxisScale single = axis_for(Scale::linear, {5}, true);
    EXPECT_LT(single.low, 5);
    EXPECT_GT(single.high, 5);
}

}  // namespace
}  // namespace ndpool

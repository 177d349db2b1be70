#include "ndpool/reproduce/report_figure.hpp"

#include <gtest/gtest.h>

#include "ndpool/base/error.hpp"

namespace ndpool {
namespace {

ReportFigure small_figure() {
    ReportFigure figure;
    figure.name = "fig-small";
    figure.charts = {{.title = "curve", .x_label = "x", .y_label = "y", .series = {{"ours", {0, 1}, {2, 3}}}}};
    figure.graphs = {
        {.title = "graph",
         .positions = {{0, 0}, {1, 0}, {2, 0}},
         .levels = {{"level 0", {0, 1, 2}, {{0, 1, 1}, {1, 2, 1}}, {1, 0, 1}, {0, 0, 1}}, {"level 1", {0, 2}, {{0, 1, .5F}}}}}};
    figure.matrices = {{"matrix", 2, 1, {1, 2}}};
    figure.texts = {{"claims", {"claim", "ours"}, {{"a", "b"}}}};
    figure.tables = {{"t", "T", "", {"one"}, {{"row", {{MeanStd{1, 0}, {}}}}}}};
    return figure;
}

TEST(ReportFigure, OneWhosePartsFitTogetherPassesItsCheck) {
    EXPECT_NO_THROW(check_figure(small_figure()));
}

TEST(ReportFigure, PartsThatDoNotFitTogetherAreRefused) {
    std::vector<ReportFigure> wrong(9, small_figure());
    wrong[0].charts[0].series[0].y.pop_back();
    wrong[1].charts[0].series[0].low = {1, 2};
    wrong[2].charts[0].x_names = {"only one"};
    wrong[3].graphs[0].levels[0].edges[0].b = 3;
    wrong[4].graphs[0].levels[0].clusters[1] = 2;
    wrong[5].graphs[0].levels[1].nodes[0] = 3;
    wrong[6].matrices[0].rows = 3;
    wrong[7].texts[0].rows[0].pop_back();
    wrong[8].tables[0].columns.emplace_back("two");
    for (const ReportFigure& figure : wrong) {
        EXPECT_THROW(check_figure(figure), InvalidInput);
    }
}

TEST(Verdict, AgreesIfEveryCriterionHolds) {
    const Criterion held{"a with b", "1", true};
    const Criterion broken{"c with d", "2", false};
    EXPECT_EQ(verdict_by({held, held}, "words").agreement, Agreement::agrees);
    EXPECT_EQ(verdict_by({held, broken}, "words").agreement, Agreement::differs);
    EXPECT_EQ(verdict_by({held, broken}, "words").criteria.size(), 2U);
}

TEST(ReportFigure, AMissingOneSaysWhyAndHowToMakeIt) {
    const ReportFigure figure = missing_figure(small_figure(), "no run was made", "ndpool reproduce table-graphs -o out");

    EXPECT_EQ(figure.verdict.agreement, Agreement::missing);
    EXPECT_EQ(name_of(figure.verdict.agreement), "missing");
    EXPECT_EQ(figure.verdict.words, "no run was made");
    EXPECT_EQ(figure.fill_command, "ndpool reproduce table-graphs -o out");
}

}  // namespace
}  // namespace ndpool

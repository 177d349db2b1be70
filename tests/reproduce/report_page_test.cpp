#include "ndpool/reproduce/report_page.hpp"

#include <gtest/gtest.h>

namespace ndpool {
namespace {

TEST(ReportPage, PutsOurValueAboveThePapers) {
    ResultTable table{.name = "cuts", .title = "Cuts", .note = "Note.", .columns = {"grid"}, .rows = {}};
    table.rows.push_back({"spectral", {{MeanStd{0.5, 0.01}, MeanStd{0.51, 0.02}}}});
    table.rows.push_back({"random", {{std::nullopt, MeanStd{0.4, 0}}}});
    const PageTable shown = page_table(table);
    ASSERT_EQ(shown.rows.size(), 2U);
    EXPECT_EQ(shown.rows[0][1].text, "0.500 ± 0.010");
    EXPECT_EQ(shown.rows[0][1].below, "paper 0.510 ± 0.020");
    EXPECT_EQ(shown.rows[1][1].text, "");
}

TEST(ReportPage, ShowsWhatIsMissingWithTheCommandThatFillsIt) {
    ReportFigure figure{
        .name = "fig-methods", .title = "Methods", .paper_place = "Fig. 9", .says = "One graph by three methods."};
    const ReportFigure gap = missing_figure(figure, "PROTEINS is not there.", "ndpool reproduce fig-methods -o out --data DIR");
    const std::string html = report_page({&gap, 1}, {.command = "ndpool reproduce all -o out", .version = "0.1.0", .date = ""});
    EXPECT_NE(html.find("PROTEINS is not there."), std::string::npos);
    EXPECT_NE(html.find("<code>ndpool reproduce fig-methods -o out --data DIR</code>"), std::string::npos);
    EXPECT_NE(html.find("<li class=\"missing\">"), std::string::npos);
}

}  // namespace
}  // namespace ndpool

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "draw/markup.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/draw/page/base64.hpp"
#include "ndpool/draw/page/page.hpp"
#include "ndpool/draw/page/page_data.hpp"

namespace ndpool {
namespace {

using markup::count;

bool contains(const std::string& text, std::string_view what) {
    return text.find(what) != std::string::npos;
}

/// A page with one of everything.
Page sample_page() {
    PageFigure figure{
        .name = "fig-all", .title = "All parts", .place = "Fig. 4", .says = "It shows all parts.", .command = "ndpool x"};
    figure.verdict = verdict_by({{"the cuts are equal to 0.01", "0.002 apart", true}}, "0.58 here, 0.58 in the paper.");
    figure.charts.push_back(
        {.title = "Lines", .x_label = "x", .y_label = "y", .series = {{.name = "a", .x = {1, 2}, .y = {3, 4}}}});
    ReportGraph graph{.title = "Path", .positions = {{0, 0}, {1, 0}, {2, 0}}};
    graph.levels.push_back({.title = "Input", .nodes = {0, 1, 2}, .edges = {{0, 1, 1}, {1, 2, 0.25F}}, .kept = {1, 0, 1}});
    graph.levels.push_back({.title = "Level 1", .nodes = {0, 2}, .edges = {{0, 1, 0.2F}}});
    graph.epsilons = {0, 0.1};
    figure.graphs.push_back(graph);
    figure.matrices.push_back({.title = "Matrix", .rows = 1, .columns = 2, .values = {1, 2}});
    figure.tables.push_back({.title = "Table", .note = "", .columns = {"", "n"}, .rows = {{{"row"}, {"1", "paper 2", true}}}});
    figure.facts = {{"seed", "0"}};
    PageFigure gap{.name = "fig-gap", .title = "Not here", .place = "", .says = "", .command = ""};
    gap.verdict = {Agreement::missing, "No data."};
    gap.fill_command = "ndpool reproduce fig-gap -o out --data DIR";
    Page page{.title = "Title", .kicker = "", .lead = "Lead.", .facts = {}, .figures = {figure, gap}, .summary = true};
    return page;
}

TEST(Base64, AsInRfc4648) {
    const auto text = [](std::string_view bytes) {
        return base64({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    };
    EXPECT_EQ(text(""), "");
    EXPECT_EQ(text("f"), "Zg==");
    EXPECT_EQ(text("fo"), "Zm8=");
    EXPECT_EQ(text("foo"), "Zm9v");
    EXPECT_EQ(text("foobar"), "Zm9vYmFy");
    EXPECT_EQ(text("\xff\xfe\xfd"), "//79");
}

TEST(PageHtml, IsWellFormedAndHasAPlaceForEveryPart) {
    const std::string html = markup::without_scripts(page_html(sample_page()));
    EXPECT_EQ(markup::imbalance(html), "");
    EXPECT_EQ(count(html, "data-chart="), 1U);
    EXPECT_EQ(count(html, "data-graph="), 1U);
    EXPECT_EQ(count(html, "data-matrix="), 1U);
    EXPECT_TRUE(contains(html, "the cuts are equal to 0.01: <b>0.002 apart</b>"));
    EXPECT_TRUE(contains(html, "Not made yet."));
    EXPECT_TRUE(contains(html, "<b>1</b><small>paper 2</small>"));
    EXPECT_TRUE(contains(html, "<dt>seed</dt><dd>0</dd>"));
}

TEST(PageHtml, TheSummarySaysOfEveryFigureWhetherItAgrees) {
    const std::string html = page_html(sample_page());
    const std::string summary =
        html.substr(html.find("<ol class=\"summary\""), html.find("</ol>") - html.find("<ol class=\"summary\""));
    EXPECT_EQ(count(summary, "<li"), 2U);
    EXPECT_TRUE(contains(summary, "href=\"#fig-all\""));
    EXPECT_TRUE(contains(summary, "0.58 here, 0.58 in the paper."));
    EXPECT_TRUE(contains(summary, "<li class=\"missing\">"));
    EXPECT_TRUE(contains(html, "ndpool reproduce fig-gap -o out --data DIR"));
    Page plain = sample_page();
    plain.summary = false;
    EXPECT_FALSE(contains(markup::without_scripts(page_html(plain)), "class=\"summary\""));
}

TEST(PageHtml, NoTextEndsItsElement) {
    Page page = sample_page();
    const std::string nasty = "</script><b>&\"'\\\n<!-- \x01";
    page.title = page.lead = page.kicker = nasty;
    PageFigure& figure = page.figures[0];
    figure.title = figure.place = figure.says = figure.command = figure.verdict.words = figure.text = figure.fill_command = nasty;
    figure.charts[0].title = figure.charts[0].series[0].name = nasty;
    figure.graphs[0].title = figure.graphs[0].levels[0].title = figure.graphs[0].levels[0].note = nasty;
    figure.tables[0].title = figure.tables[0].note = figure.tables[0].columns[0] = nasty;
    figure.tables[0].rows[0][0] = {nasty, nasty, true, nasty};
    const std::string html = page_html(page);
    EXPECT_EQ(count(html, "</script>"), 3U);
    EXPECT_EQ(markup::imbalance(markup::without_scripts(html)), "");
    EXPECT_FALSE(contains(page_data(page), "<"));
    EXPECT_FALSE(contains(page_data(page), "\n"));
}

TEST(PageHtml, ValuesThatAreNotFiniteAreGaps) {
    Page page = sample_page();
    page.figures[0].charts[0].series[0].y = {std::nan(""), std::numeric_limits<double>::infinity()};
    page.figures[0].matrices[0].values = {std::numeric_limits<float>::quiet_NaN(), 1};
    EXPECT_TRUE(contains(page_data(page), R"("y":[null,null])"));
    EXPECT_TRUE(contains(page_data(page), R"("values":[null,1])"));
}

TEST(PageHtml, IsTheSameBytesTwice) {
    EXPECT_EQ(page_html(sample_page()), page_html(sample_page()));
}

TEST(PageHtml, CarriesTheLicenceOfWhatItBundles) {
    const std::string html = page_html(sample_page());
    EXPECT_TRUE(contains(html, "The MIT License"));
    EXPECT_TRUE(contains(html, "Leon Sorokin"));
    EXPECT_LT(html.size(), 140'000U) << "an empty page is small";
}

TEST(PageHtml, RefusesPartsThatDoNotFitTogether) {
    const auto refused = [](const auto& spoil) {
        Page page = sample_page();
        spoil(page);
        EXPECT_THROW((void)page_html(page), InvalidInput);
    };
    refused([](Page& p) { p.figures[0].charts[0].series[0].y.pop_back(); });
    refused([](Page& p) { p.figures[0].graphs[0].levels[0].nodes[0] = 3; });
    refused([](Page& p) { p.figures[0].graphs[0].levels[1].edges[0].b = 2; });
    refused([](Page& p) { p.figures[0].graphs[0].first_level = 2; });
    refused([](Page& p) { p.figures[0].graphs[0].names = {1}; });
    refused([](Page& p) { p.figures[0].matrices[0].values.pop_back(); });
    refused([](Page& p) { p.figures[0].matrices[0].row_names = {"a", "b"}; });
    refused([](Page& p) { p.figures[0].tables[0].rows[0].pop_back(); });
    refused([](Page& p) { p.figures[1].name = "fig-all"; });
    refused([](Page& p) { p.figures[1].name = "a\"b"; });
}

}  // namespace
}  // namespace ndpool

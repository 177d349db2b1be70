#include "ndpool/draw/plot/graph_drawing.hpp"

#include <gtest/gtest.h>

#include "draw/markup.hpp"
#include "ndpool/base/error.hpp"

namespace ndpool {
namespace {

/// A square of four nodes whose level keeps two of them, which the next level joins by one edge.
ReportGraph square_graph() {
    ReportGraph graph{"a <square>", {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    graph.levels = {{"input", {0, 1, 2, 3}, {{0, 1, 1}, {1, 2, 0.5F}, {2, 3, 0.1F}, {3, 0, 0.01F}}, {1, 0, 1, 0}},
                    {"level 1", {0, 2}, {{0, 1, 2}}}};
    return graph;
}

TEST(GraphDrawing, ShowsEachLevelWithKeptAndDroppedNodes) {
    const SvgDrawing drawing = graph_drawing(square_graph(), 400);
    EXPECT_EQ(markup::imbalance(drawing.content), "");
    EXPECT_EQ(markup::count(drawing.content, "<circle"), 6U);
    EXPECT_EQ(markup::count(drawing.content, R"(fill="#fff" stroke="#d55e00")"), 2U) << "dropped nodes are rings";
    EXPECT_EQ(markup::count(drawing.content, "&lt;square&gt;"), 1U);
    EXPECT_EQ(drawing.width, 400);
    EXPECT_GT(drawing.height, 46);
}

TEST(GraphDrawing, EdgesOfFourWeightsHaveFourInksAndLightOnesAreLeftOut) {
    const std::string all = graph_drawing(square_graph(), 400).content;
    for (const char* ink : {"#d3dae2", "#aab5c1", "#748291"}) {
        EXPECT_EQ(markup::count(all, ink), 1U) << ink;
    }
    EXPECT_EQ(markup::count(all, "#323d49"), 2U) << "the strongest edge of each level";
    const std::string heavy = graph_drawing(square_graph(), 400, 0.2).content;
    EXPECT_EQ(markup::count(heavy, "#d3dae2"), 0U);
    EXPECT_EQ(markup::count(heavy, "#748291"), 1U);
}

TEST(GraphDrawing, NodesOfAClusterHaveOneColour) {
    ReportGraph graph = square_graph();
    graph.levels.front().kept.clear();
    graph.levels.front().clusters = {0, 0, 1, -1};
    const std::string svg = graph_drawing(graph, 400).content;
    EXPECT_EQ(markup::count(svg, R"(fill="#d55e00")"), 1U);
    EXPECT_EQ(markup::count(svg, R"(fill="#9aa5b1")"), 1U) << "a node that joins none";
}

TEST(GraphDrawing, RefusesWhatPointsOutside) {
    ReportGraph graph = square_graph();
    graph.levels.back().nodes = {0, 4};
    EXPECT_THROW((void)graph_drawing(graph, 400), InvalidInput);
}

TEST(MatrixDrawing, HasACellForEveryEntryThatIsNotZero) {
    const SvgDrawing drawing = matrix_drawing({"A", 2, 3, {0, 1, -4, 0.1F, 0, 0}}, 308);
    EXPECT_EQ(markup::imbalance(drawing.content), "");
    EXPECT_EQ(markup::count(drawing.content, "h100.00v100.00h-100.00z"), 3U);
    EXPECT_NE(drawing.content.find("rgb(0,0,0)"), std::string::npos) << "the largest magnitude is black";
    EXPECT_EQ(drawing.height, 234);
    EXPECT_EQ(markup::imbalance(matrix_drawing({"empty", 0, 0, {}}, 100).content), "");
}

TEST(TableDrawing, ShortensCellsThatDoNotFit) {
    const TextTable table{"words", {"short", "long"}, {{"a & b", std::string(200, 'x')}, {"c", "d"}}};
    const SvgDrawing drawing = table_drawing(table, 200);
    EXPECT_EQ(markup::imbalance(drawing.content), "");
    EXPECT_EQ(markup::count(table_drawing(table, 600).content, "a &amp; b"), 1U);
    EXPECT_EQ(drawing.content.find(std::string(60, 'x')), std::string::npos);
    EXPECT_EQ(drawing.height, 38 + 3 * 20);
}

}  // namespace
}  // namespace ndpool

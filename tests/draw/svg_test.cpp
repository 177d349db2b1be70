#include "ndpool/draw/picture/svg.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "draw/markup.hpp"
#include "draw/sample_pictures.hpp"

namespace ndpool {
namespace {

using markup::count;

const std::vector<Point> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};

PanelDrawing drawn(const Graph& graph, const std::vector<Point>& positions, const PanelLimits& limits = {}) {
    Panel panel;
    panel.positions = positions;
    return graph_svg(graph, panel, frame_around(positions, 300), limits);
}

std::vector<Point> on_a_line(NodeId nodes) {
    std::vector<Point> points;
    for (NodeId i = 0; i < nodes; ++i) {
        points.push_back({static_cast<double>(i), static_cast<double>(i % 7)});
    }
    return points;
}

TEST(Frame, PutsThePlaneUprightWithinItsMargins) {
    const Frame frame = frame_around(square, 300);
    const Point low = frame.place({0, 0});
    const Point high = frame.place({1, 1});
    EXPECT_LT(low.x, high.x);
    EXPECT_GT(low.y, high.y);                   // y points up in the plane, down in a panel
    EXPECT_EQ(high.x - low.x, low.y - high.y);  // one scale for both axes
    EXPECT_GE(low.x, 10 * units_per_pixel);
    EXPECT_LE(low.y, (frame.height - 10) * units_per_pixel);
}

TEST(Frame, BearsPointsLinesAndHugeNumbers) {
    for (const std::vector<Point>& points :
         {std::vector<Point>{}, std::vector<Point>{{3, 4}}, std::vector<Point>{{3, 4}, {3, 9}},
          std::vector<Point>{{1, 4}, {3, 4}}, std::vector<Point>{{-1e308, -1e308}, {1e308, 1e308}},
          std::vector<Point>{{0, -1e308}, {1e-300, 1e308}}}) {
        const Frame frame = frame_around(points, 300);
        EXPECT_GE(frame.height, 150);
        EXPECT_LE(frame.height, 300);
        for (const Point& point : points) {
            const Point place = frame.place(point);
            EXPECT_TRUE(place.x >= 0 && place.x <= 3000 && place.y >= 0 && place.y <= 3000) << place.x << " " << place.y;
        }
    }
}

TEST(GraphSvg, DrawsEveryNodeAndEdge) {
    const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}});
    const PanelDrawing drawing = drawn(graph, square);
    EXPECT_EQ(count(drawing.svg, "<circle"), 4U);
    EXPECT_EQ(count(drawing.svg, "M"), 3U);
    EXPECT_NE(drawing.svg.find("role=\"img\""), std::string::npos);
    EXPECT_EQ(drawing.note, "");
    EXPECT_EQ(markup::imbalance(drawing.svg), "");
}

TEST(GraphSvg, RolesAreToldApart) {
    const std::vector<NodeRole> roles{NodeRole::kept, NodeRole::dropped, NodeRole::kept, NodeRole::dropped};
    const std::vector<NodeId> names{10, 11, 12, 13};
    const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {0, 2, 1}, {1, 3, 1}});
    const std::string svg = graph_svg(graph, {"a title", "a description", square, names, roles}, frame_around(square, 300)).svg;
    EXPECT_EQ(count(svg, "class=\"nodes kept\""), 1U);
    EXPECT_EQ(count(svg, "class=\"nodes dropped\""), 1U);
    EXPECT_EQ(count(svg, "class=\"edges ink5\""), 1U);
    EXPECT_EQ(count(svg, "class=\"edges kept ink5\""), 1U);
    EXPECT_EQ(count(svg, "class=\"edges dropped ink5\""), 1U);
    EXPECT_NE(svg.find("node 13, 1 edge<"), std::string::npos);
    EXPECT_NE(svg.find("<title>a title</title><desc>a description</desc>"), std::string::npos);
}

TEST(GraphSvg, ASelfLoopIsARing) {
    const std::string svg = drawn(Graph::from_edges(1, std::vector<Edge>{{0, 0, 1}}), {{0, 0}}).svg;
    EXPECT_EQ(count(svg, "<circle"), 1U);
    EXPECT_EQ(count(svg, " 0 1 1 "), 2U);  // two half circles
}

TEST(GraphSvg, WeakEdgesArePalerAndPaintedFirst) {
    const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1, 10}, {1, 2, 1}, {2, 3, 1e-9}});
    const std::string svg = drawn(graph, square).svg;
    EXPECT_LT(svg.find("edges ink0"), svg.find("edges ink3"));
    EXPECT_LT(svg.find("edges ink3"), svg.find("edges ink5"));
}

TEST(GraphSvg, SaysWhichEdgesAreLeftOut) {
    const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {1, 2, 2}, {2, 3, 3}, {3, 0, 4}});
    const PanelDrawing drawing = drawn(graph, square, {.edges = 2});
    EXPECT_EQ(drawing.note, "strongest 2 of 4 edges drawn");
    EXPECT_EQ(count(drawing.svg, "M"), 2U);
    EXPECT_EQ(drawn(samples::ring(4), square, {.edges = 3}).note, "3 of 4 edges drawn");  // none is stronger
}

TEST(GraphSvg, SaysHowManyNodesAreLeftOut) {
    const Graph graph = samples::path(1000);
    const PanelDrawing drawing = drawn(graph, on_a_line(1000), {.nodes = 100});
    EXPECT_EQ(drawing.note, "100 of 1,000 nodes drawn");
    EXPECT_EQ(count(drawing.svg, "<circle"), 100U);
}

TEST(GraphSvg, ManyNodesArePointsOfAPath) {
    const Graph graph = Graph::from_edges(1000, {});
    const std::string svg = drawn(graph, on_a_line(1000), {.circles = 999}).svg;
    EXPECT_EQ(count(svg, "<circle"), 0U);
    EXPECT_EQ(count(svg, "h0"), 1000U);
    EXPECT_EQ(count(svg, "<path"), 1U);
}

TEST(StrongestEdges, AreThoseOfASort) {
    const Graph graph = samples::geometric(60, 0.5).graph;
    std::vector<Edge> sorted = edges_of(graph);
    std::sort(sorted.begin(), sorted.end(), [](const Edge& a, const Edge& b) { return a.weight > b.weight; });
    for (const std::size_t most : {std::size_t{1}, std::size_t{7}, std::size_t{100}, sorted.size(), sorted.size() + 5}) {
        DrawnEdges drawn = strongest_edges(graph, most);
        std::sort(drawn.edges.begin(), drawn.edges.end(), [](const Edge& a, const Edge& b) { return a.weight > b.weight; });
        EXPECT_EQ(drawn.edges,
                  std::vector<Edge>(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(std::min(most, sorted.size()))));
        EXPECT_FALSE(drawn.all_alike);
    }
}

TEST(StrongestEdges, OfEqualsAreSpreadOverTheGraph) {
    const DrawnEdges drawn = strongest_edges(samples::path(10001), 1000);
    EXPECT_TRUE(drawn.all_alike);
    std::size_t first_half = 0;
    for (const Edge& edge : drawn.edges) {
        first_half += edge.from < 5000 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(first_half), 500, 80);
}

TEST(GraphSvg, RefusesWhatDoesNotFit) {
    EXPECT_THROW((void)drawn(samples::ring(5), square), InvalidInput);
    std::vector<Point> bad = square;
    bad[2].x = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW((void)drawn(samples::ring(4), bad), InvalidInput);
}

// What covers less of a pixel adds up to black on dark paper where thousands cross: 256 shades round it down each time.
TEST(EdgeInk, CoversAtLeastATenthOfAPixelHoweverDenseTheGraph) {
    std::vector<Edge> edges;
    for (NodeId i = 0; i < 300; ++i) {
        for (NodeId j = 0; j < i; ++j) {
            edges.push_back({i, j, i - j == 1 ? 1.0 : 1e-4});
        }
    }
    const std::string svg = drawn(Graph::from_edges(300, edges), on_a_line(300)).svg;
    std::size_t inks = 0;
    for (std::size_t at = svg.find("ink"); at != std::string::npos; at = svg.find("ink", at + 1), ++inks) {
        double width = 0;
        double opacity = 0;
        ASSERT_EQ(std::sscanf(svg.c_str() + at, "ink%*d\" stroke-width=\"%lf\" stroke-opacity=\"%lf\"", &width, &opacity), 2);
        EXPECT_GE(width / units_per_pixel * opacity, 0.1);
    }
    EXPECT_EQ(inks, 2U);
}

}  // namespace
}  // namespace ndpool

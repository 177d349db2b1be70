#include "ndpool/draw/layout/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "draw/sample_pictures.hpp"
#include "ndpool/draw/layout/distance.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"

namespace ndpool {
namespace {

double apart(const Point& a, const Point& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

Point middle_of(const std::vector<Point>& points) {
    Point sum;
    for (const Point& point : points) {
        sum = {sum.x + point.x, sum.y + point.y};
    }
    return {sum.x / static_cast<double>(points.size()), sum.y / static_cast<double>(points.size())};
}

struct Extent {
    double width, height;
};

Extent extent_of(const std::vector<Point>& points) {
    const auto [left, right] = std::minmax_element(points.begin(), points.end(), [](auto& a, auto& b) { return a.x < b.x; });
    const auto [low, high] = std::minmax_element(points.begin(), points.end(), [](auto& a, auto& b) { return a.y < b.y; });
    return {right->x - left->x, high->y - low->y};
}

double longest_edge(const Graph& graph, const std::vector<Point>& points) {
    double longest = 0;
    for (const Edge& edge : edges_of(graph)) {
        longest = std::max(longest, apart(points[edge.from], points[edge.to]));
    }
    return longest;
}

double nearest_stranger(const Graph& graph, const std::vector<Point>& points) {
    double nearest = std::numeric_limits<double>::infinity();
    for (NodeId i = 0; i < graph.node_count(); ++i) {
        for (NodeId j = 0; j < i; ++j) {
            if (graph.weight(i, j) == 0) {
                nearest = std::min(nearest, apart(points[i], points[j]));
            }
        }
    }
    return nearest;
}

TEST(GraphLayout, EveryNodeHasAPlaceOfItsOwn) {
    const std::vector<Graph> parts{samples::grid(4, 5), samples::ring(9),     Graph::from_edges(3, {}), samples::star(7),
                                   samples::path(6),    samples::complete(6), samples::molecule()};
    for (const Graph& graph : {samples::blocks(45, 3, 0.7, 0.05), samples::geometric(900, 0.06).graph, disjoint_union(parts),
                               Graph::from_edges(20, {}), samples::path(2), samples::star(900)}) {
        const std::vector<Point> points = graph_layout(graph, Seed(1));
        ASSERT_EQ(points.size(), static_cast<std::size_t>(graph.node_count()));
        std::set<std::pair<double, double>> places;
        for (const Point& point : points) {
            EXPECT_TRUE(std::isfinite(point.x) && std::isfinite(point.y));
            places.emplace(point.x, point.y);
        }
        EXPECT_EQ(places.size(), points.size());
    }
}

TEST(GraphLayout, NoNodesAndOneNodeNeedNoCare) {
    EXPECT_TRUE(graph_layout(Graph(), Seed(1)).empty());
    EXPECT_EQ(graph_layout(Graph::from_edges(1, {}), Seed(1)).size(), 1U);
    EXPECT_EQ(graph_layout(Graph::from_edges(1, std::vector<Edge>{{0, 0, 2}}), Seed(1)).size(), 1U);
}

TEST(GraphLayout, IsTheSameBitsForTheSameSeed) {
    for (const Graph& graph : {samples::molecule(), samples::grid(25, 36)}) {
        EXPECT_EQ(graph_layout(graph, Seed(5)), graph_layout(graph, Seed(5)));
    }
    EXPECT_NE(graph_layout(samples::molecule(), Seed(5)), graph_layout(samples::molecule(), Seed(6)));
}

TEST(GraphLayout, ARingIsRoundAndGoesAround) {
    // Numbered so that neighbours on the ring are far apart in number.
    std::vector<Edge> edges;
    for (NodeId i = 0; i < 17; ++i) {
        edges.push_back({i, (i + 5) % 17, 1});
    }
    const Graph ring = Graph::from_edges(17, edges);
    const std::vector<Point> points = graph_layout(ring, Seed(1));
    const Point middle = middle_of(points);
    for (const Point& point : points) {
        EXPECT_NEAR(apart(point, middle), apart(points[0], middle), 1e-9);
    }
    for (const Edge& edge : edges) {
        EXPECT_NEAR(apart(points[edge.from], points[edge.to]), 1, 1e-9);
    }
}

TEST(GraphLayout, ALoopDoesNotSpoilARing) {
    std::vector<Edge> edges{{3, 3, 1}};
    for (NodeId i = 0; i < 8; ++i) {
        edges.push_back({i, (i + 1) % 8, 1});
    }
    EXPECT_EQ(graph_layout(Graph::from_edges(8, edges), Seed(1)), graph_layout(samples::ring(8), Seed(1)));
}

TEST(GraphLayout, AStarHasItsHubInTheMiddleOfACircle) {
    const std::vector<Point> points = graph_layout(samples::star(12), Seed(1));
    for (std::size_t leaf = 1; leaf < points.size(); ++leaf) {
        EXPECT_NEAR(apart(points[0], points[leaf]), apart(points[0], points[1]), 1e-9);
    }
}

TEST(GraphLayout, ACompleteGraphIsACircle) {
    const std::vector<Point> points = graph_layout(samples::complete(7), Seed(1));
    const Point middle = middle_of(points);
    for (const Point& point : points) {
        EXPECT_NEAR(apart(point, middle), apart(points[0], middle), 1e-9);
    }
}

TEST(GraphLayout, APathIsALyingLine) {
    for (const NodeId nodes : {3, 9, 40}) {
        const std::vector<Point> points = graph_layout(samples::path(nodes), Seed(1));
        const Extent extent = extent_of(points);
        EXPECT_GT(extent.width, 0.95 * (nodes - 1));
        EXPECT_LT(extent.height, 0.05 * extent.width);
        EXPECT_NEAR(apart(points.front(), points.back()), nodes - 1, 0.05 * nodes);
    }
}

TEST(GraphLayout, AGridIsUnfolded) {
    const Graph grid = samples::grid(8, 8);
    const std::vector<Point> points = graph_layout(grid, Seed(1));
    EXPECT_LT(longest_edge(grid, points), nearest_stranger(grid, points));
    EXPECT_NEAR(extent_of(points).width, 7, 0.7);  // upright, not on its corner
    EXPECT_NEAR(extent_of(points).height, 7, 0.7);
}

TEST(GraphLayout, ALargeGridIsUnfoldedByItsPivots) {
    const Graph grid = samples::grid(30, 40);
    const std::vector<Point> points = graph_layout(grid, Seed(1));
    double worst = 0;
    for (NodeId row = 0; row < 30; row += 5) {
        worst = std::max(worst, std::abs(apart(points[row * 40], points[row * 40 + 39]) / 39 - 1));
    }
    EXPECT_LT(worst, 0.15);
    EXPECT_LT(longest_edge(grid, points), 2);
}

TEST(GraphLayout, BlocksStandApart) {
    const Graph graph = samples::blocks(100, 5, 0.7, 0.06);
    const std::vector<Point> points = graph_layout(graph, Seed(1));
    double inside = 0;
    double across = 0;
    for (NodeId i = 0; i < 100; ++i) {
        for (NodeId j = 0; j < i; ++j) {
            (i / 20 == j / 20 ? inside : across) += apart(points[i], points[j]);
        }
    }
    EXPECT_LT(inside / (5 * 190), 0.5 * across / (4950 - 5 * 190));
}

TEST(GraphLayout, ComponentsDoNotOverlap) {
    const std::vector<Graph> parts{samples::grid(3, 3), samples::ring(12), samples::path(5), Graph::from_edges(4, {}),
                                   samples::complete(3)};
    const Graph graph = disjoint_union(parts);
    const std::vector<Point> points = graph_layout(graph, Seed(1));
    const Components components = connected_components(graph);
    for (NodeId i = 0; i < graph.node_count(); ++i) {
        for (NodeId j = 0; j < i; ++j) {
            if (components.label[i] != components.label[j]) {
                EXPECT_GT(apart(points[i], points[j]), 0.75);
            }
        }
    }
}

TEST(DrawnLengths, AreOneWithoutTrianglesAndShortInCliques) {
    for (const double length : drawn_lengths(samples::grid(4, 4))) {
        EXPECT_EQ(length, 1);
    }
    for (const double length : drawn_lengths(samples::complete(5))) {
        EXPECT_DOUBLE_EQ(length, 0.2);
    }
}

TEST(FarthestPivots, StartAtTheFirstNodeAndSpreadOut) {
    const Graph path = samples::path(9);
    const Pivots pivots = farthest_pivots(path, drawn_lengths(path), 3);
    EXPECT_EQ(pivots.nodes, (std::vector<NodeId>{0, 8, 4}));
    EXPECT_EQ(pivots.distance[1][2], 6);
    EXPECT_EQ(pivots.nearest[1], 0U);
    EXPECT_EQ(pivots.nearest[7], 1U);
    EXPECT_EQ(pivots.nearest[5], 2U);
}

}  // namespace
}  // namespace ndpool

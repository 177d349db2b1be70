#include "ndpool/generate/nearest_neighbors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ndpool/base/seed.hpp"
#include "ndpool/generate/joining_edges.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/generate/point_buckets.hpp"
#include "ndpool/graph/components.hpp"

namespace ndpool {
namespace {

std::vector<Point> random_points(std::size_t count, double width, double height, Seed seed) {
    Random random(seed);
    std::vector<Point> points;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = random.uniform(-width, width);
        points.push_back({x, random.uniform(0, height)});
    }
    return points;
}

/// The obvious way: sort all others.
std::vector<NodeId> slow_neighbors(const std::vector<Point>& points, NodeId of, NodeId count) {
    std::vector<std::pair<double, NodeId>> others;
    for (NodeId other = 0; other < static_cast<NodeId>(points.size()); ++other) {
        if (other != of) {
            others.emplace_back(square_distance(points[of], points[other]), other);
        }
    }
    std::sort(others.begin(), others.end());
    std::vector<NodeId> ids;
    ids.reserve(others.size());
    for (NodeId k = 0; k < count; ++k) {
        ids.push_back(others[k].second);
    }
    return ids;
}

void expect_as_slow(const std::vector<Point>& points, NodeId count) {
    const NeighborTable table = nearest_neighbors(points, count);
    for (NodeId point = 0; point < static_cast<NodeId>(points.size()); ++point) {
        const auto found = table.of(point);
        EXPECT_EQ(std::vector<NodeId>(found.begin(), found.end()), slow_neighbors(points, point, count)) << point;
    }
}

TEST(NearestNeighbors, AgreeWithSortingAllDistances) {
    expect_as_slow(random_points(300, 1, 1, Seed(1)), 6);
    expect_as_slow(random_points(300, 1, 1, Seed(2)), 1);
    expect_as_slow(random_points(60, 1, 1, Seed(3)), 59);
    expect_as_slow(random_points(300, 100, 0.001, Seed(4)), 5);
    expect_as_slow(random_points(2, 1, 1, Seed(5)), 1);
}

TEST(NearestNeighbors, AgreeOnTiesLinesClustersAndEqualPoints) {
    const std::vector<Point> lattice = grid_graph(12, 12).positions;
    expect_as_slow(lattice, 3);
    expect_as_slow(lattice, 8);
    expect_as_slow(random_points(100, 3, 0, Seed(6)), 4);
    expect_as_slow(std::vector<Point>(20, Point{3, 4}), 7);
    std::vector<Point> clusters = random_points(80, 1e-6, 1e-6, Seed(7));
    clusters.push_back({5, 5});
    clusters.push_back({-5, 7});
    expect_as_slow(clusters, 6);
}

TEST(NeighborGraph, JoinsWhoeverIsNeighbourOfTheOther) {
    const std::vector<Point> line{{0, 0}, {1, 0}, {3, 0}};
    const NeighborTable table = nearest_neighbors(line, 1);
    EXPECT_EQ(table.ids, (std::vector<NodeId>{1, 0, 1}));
    EXPECT_DOUBLE_EQ(mean_distance(line, table), 4.0 / 3);
    const Graph graph = neighbor_graph(line, table, [](double square) { return 1 / square; });
    EXPECT_EQ(edges_of(graph), (std::vector<Edge>{{0, 1, 1}, {1, 2, 0.25}}));
}

TEST(JoiningEdges, AreTheNearestPairsBetweenParts) {
    // Two pairs and a single point on a line.
    const std::vector<Point> line{{0, 0}, {1, 0}, {3, 0}, {4, 0}, {9, 0}};
    const Graph pairs = Graph::from_edges(5, std::vector<Edge>{{0, 1, 1}, {2, 3, 1}});
    const std::vector<Edge> edges = joining_edges(line, pairs, [](double square) { return square; });
    EXPECT_EQ(edges, (std::vector<Edge>{{1, 2, 4}, {3, 4, 25}}));
    EXPECT_TRUE(joining_edges(line, Graph::from_edges(5, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}}),
                              [](double square) { return square; })
                    .empty());
}

/// Prim's algorithm on all pairs.
double spanning_tree_length(const std::vector<Point>& points) {
    std::vector<double> distance(points.size(), HUGE_VAL);
    std::vector<bool> inside(points.size(), false);
    double length = 0;
    distance[0] = 0;
    for (std::size_t step = 0; step < points.size(); ++step) {
        std::size_t next = points.size();
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (!inside[i] && (next == points.size() || distance[i] < distance[next])) {
                next = i;
            }
        }
        inside[next] = true;
        length += std::sqrt(distance[next]);
        for (std::size_t i = 0; i < points.size(); ++i) {
            distance[i] = std::min(distance[i], square_distance(points[next], points[i]));
        }
    }
    return length;
}

TEST(JoiningEdges, OfSinglePointsAreTheirShortestSpanningTree) {
    const std::vector<Point> points = random_points(200, 1, 1, Seed(9));
    const Graph none = Graph::from_edges(200, {});
    const std::vector<Edge> edges = joining_edges(points, none, [](double square) { return std::sqrt(square); });
    const Graph tree = Graph::from_edges(200, edges);
    EXPECT_EQ(tree.edge_count(), 199);
    EXPECT_EQ(connected_components(tree).count(), 1);
    EXPECT_NEAR(total_weight(tree), spanning_tree_length(points), 1e-12);
}

}  // namespace
}  // namespace ndpool

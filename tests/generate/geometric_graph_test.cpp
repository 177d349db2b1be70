#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boyer_myrvold_planar_test.hpp>
#include <cmath>
#include <set>
#include <tuple>

#include "ndpool/base/error.hpp"
#include "ndpool/generate/community.hpp"
#include "ndpool/generate/delaunay.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/generate/road.hpp"
#include "ndpool/generate/sensor.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/two_colouring.hpp"

namespace ndpool {
namespace {

bool is_connected(const Graph& graph) {
    return connected_components(graph).count() == 1;
}

bool is_planar(const Graph& graph) {
    using Plain = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
    Plain plain(static_cast<std::size_t>(graph.node_count()));
    for (const Edge& edge : edges_of(graph)) {
        boost::add_edge(static_cast<std::size_t>(edge.from), static_cast<std::size_t>(edge.to), plain);
    }
    return boost::boyer_myrvold_planarity_test(plain);
}

double share_of_degree(const Graph& graph, std::size_t degree) {
    double count = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        count += graph.neighbors(node).size() == degree ? 1 : 0;
    }
    return count / graph.node_count();
}

double mean_degree(const Graph& graph) {
    return static_cast<double>(graph.entry_count()) / graph.node_count();
}

/// Twice the signed area of the triangle a, b, c; positive if they turn left. Exact on our 30-bit coordinates in
/// long double products of 31 bits each.
long double turn(Point a, Point b, Point c) {
    return static_cast<long double>(b.x - a.x) * (c.y - a.y) - static_cast<long double>(b.y - a.y) * (c.x - a.x);
}

bool cross(Point a, Point b, Point c, Point d) {
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/// Whether no two edges cross when they are drawn straight.
bool is_drawn_planar(const PlacedGraph& placed) {
    const std::vector<Edge> edges = edges_of(placed.graph);
    const auto& at = placed.positions;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool share = edges[i].from == edges[j].from || edges[i].from == edges[j].to || edges[i].to == edges[j].from ||
                               edges[i].to == edges[j].to;
            if (!share && cross(at[edges[i].from], at[edges[i].to], at[edges[j].from], at[edges[j].to])) {
                return false;
            }
        }
    }
    return true;
}

TEST(SensorGraph, IsConnectedForEverySizeAndAnyNumberOfNeighbours) {
    for (const NodeId nodes : {1, 2, 3, 5, 7, 17, 64, 100, 1000}) {
        for (const NodeId neighbors : {1, 2, 3, 6}) {
            const PlacedGraph sensors = sensor_graph(nodes, Seed(1), {.neighbors = neighbors});
            EXPECT_EQ(sensors.graph.node_count(), nodes);
            EXPECT_TRUE(is_connected(sensors.graph)) << nodes << " nodes, " << neighbors << " neighbours";
        }
    }
}

TEST(SensorGraph, SpreadsItsPointsOverTheSquareOnePerCell) {
    const PlacedGraph sensors = sensor_graph(90, Seed(3));
    std::vector<int> in_cell(100, 0);
    int last = -1;
    for (const Point& point : sensors.positions) {
        const int cell = static_cast<int>(point.y * 10) * 10 + static_cast<int>(point.x * 10);
        EXPECT_EQ(in_cell[cell]++, 0);
        EXPECT_GT(cell, last);  // numbered row by row
        last = cell;
    }
}

TEST(SensorGraph, HasSixNeighboursOrMoreAndGaussianWeights) {
    const PlacedGraph sensors = sensor_graph(2000, Seed(4));
    double heaviest = 0;
    double lightest = 1;
    for (NodeId node = 0; node < 2000; ++node) {
        EXPECT_GE(sensors.graph.neighbors(node).size(), 6U);
        for (const double weight : sensors.graph.weights(node)) {
            heaviest = std::max(heaviest, weight);
            lightest = std::min(lightest, weight);
        }
    }
    EXPECT_LE(heaviest, 1);
    EXPECT_GT(heaviest, 0.98);
    EXPECT_GT(lightest, 0.01);
    EXPECT_NEAR(mean_degree(sensors.graph), 6.65, 0.15);
}

TEST(SensorGraph, OfTwoPointsHasTheWeightAtSigma) {
    EXPECT_DOUBLE_EQ(sensor_graph(2, Seed(1)).graph.weight(0, 1), std::exp(-0.5));
}

TEST(CommunityGraph, ItsCommunitiesAreLargeEnoughAndApart) {
    for (const NodeId nodes : {9, 100, 250, 1000}) {
        const PlacedGraph placed = community_graph(nodes, Seed(5), {.radius = 1e9, .link_density = 0.0});
        const Components cliques = connected_components(placed.graph);  // everyone is near enough
        EXPECT_EQ(cliques.count(), std::lround(std::sqrt(nodes) / 2));
        for (NodeId c = 0; c < cliques.count(); ++c) {
            const auto size = static_cast<EntryIndex>(cliques.nodes(c).size());
            EXPECT_GE(size, std::lround(static_cast<double>(nodes) / cliques.count() / 3));
            EXPECT_EQ(cliques.nodes(c).back() - cliques.nodes(c).front() + 1, size);
            for (const NodeId node : cliques.nodes(c)) {
                EXPECT_EQ(static_cast<EntryIndex>(placed.graph.neighbors(node).size()), size - 1);
            }
        }
    }
}

TEST(CommunityGraph, JoinsThePointsWithinTheRadius) {
    const PlacedGraph placed = community_graph(250, Seed(6), {.link_density = 0.0});
    const double radius = default_community_radius(250);
    NodeId joined = 0;
    for (NodeId a = 0; a < 250; ++a) {
        for (NodeId b = 0; b < a; ++b) {
            const double distance =
                std::hypot(placed.positions[a].x - placed.positions[b].x, placed.positions[a].y - placed.positions[b].y);
            joined += placed.graph.weight(a, b) > 0 ? 1 : 0;
            if (placed.graph.weight(a, b) > 0) {
                EXPECT_LT(distance, radius + 1e-9);
            }
        }
    }
    EXPECT_EQ(joined, placed.graph.edge_count());
    EXPECT_GT(mean_degree(placed.graph), 5);
}

TEST(CommunityGraph, LinksCommunitiesWithTheGivenDensity) {
    const Graph apart = community_graph(400, Seed(7), {.link_density = 0.0}).graph;
    const Graph linked = community_graph(400, Seed(7)).graph;
    // 10 communities: about 0.9 of the pairs could be linked, one in 400 is.
    EXPECT_NEAR(static_cast<double>(linked.edge_count() - apart.edge_count()), 0.88 * 200, 15);
    const Graph all = community_graph(40, Seed(7), {.radius = 1e9, .link_density = 1.0}).graph;
    EXPECT_EQ(all, complete_graph(40));
}

TEST(CommunityGraph, WorksForTheSmallestSizesAndRefusesNonsense) {
    for (NodeId nodes = 1; nodes < 12; ++nodes) {
        EXPECT_EQ(community_graph(nodes, Seed(1)).graph.node_count(), nodes);
    }
    EXPECT_THROW((void)community_graph(0, Seed(1)), InvalidInput);
    EXPECT_THROW((void)community_graph(5, Seed(1), {.communities = 6}), InvalidInput);
    EXPECT_THROW((void)community_graph(5, Seed(1), {.link_density = 2.0}), InvalidInput);
}

TEST(RoadGraph, IsConnectedAndPlanarForEverySize) {
    for (const NodeId nodes : {1, 2, 3, 4, 5, 10, 37, 500}) {
        const PlacedGraph roads = road_graph(nodes, Seed(1));
        EXPECT_EQ(roads.graph.node_count(), nodes);
        EXPECT_EQ(roads.positions.size(), static_cast<std::size_t>(nodes));
        EXPECT_TRUE(is_connected(roads.graph)) << nodes;
        EXPECT_TRUE(is_planar(roads.graph) && is_drawn_planar(roads)) << nodes;
    }
    EXPECT_TRUE(is_planar(road_graph(20000, Seed(2)).graph));
}

TEST(RoadGraph, StaysPlanarWithEveryRoadAndDiagonal) {
    const PlacedGraph full = road_graph(400, Seed(1), {.junctions = 1, .second = 1, .diagonal = 1});
    EXPECT_EQ(full.graph.edge_count(), 2 * 20 * 19 + 19 * 19);
    EXPECT_TRUE(is_planar(full.graph) && is_drawn_planar(full));
}

TEST(RoadGraph, WithoutSecondRoadsAndDiagonalsIsATree) {
    const Graph tree = road_graph(1000, Seed(3), {.second = 0, .diagonal = 0}).graph;
    EXPECT_EQ(tree.edge_count(), 999);
    EXPECT_TRUE(is_connected(tree) && is_bipartite(tree));
}

TEST(RoadGraph, HasTheDegreesOfARoadNetwork) {
    // Minnesota: mean 2.50; 4 % dead ends, 54 % of degree 2, 30 % of degree 3, 12 % of degree 4.
    const Graph roads = road_graph(20000, Seed(4)).graph;
    EXPECT_NEAR(mean_degree(roads), 2.5, 0.05);
    EXPECT_NEAR(share_of_degree(roads, 1), 0.03, 0.02);
    EXPECT_NEAR(share_of_degree(roads, 2), 0.6, 0.05);
    EXPECT_NEAR(share_of_degree(roads, 3), 0.25, 0.05);
    EXPECT_NEAR(share_of_degree(roads, 4), 0.12, 0.03);
    EXPECT_FALSE(is_bipartite(roads));
}

TEST(HilbertCurve, StepsFromCellToNeighbouringCell) {
    std::vector<std::tuple<std::uint64_t, int, int>> cells;
    for (int x = 0; x < 32; ++x) {
        for (int y = 0; y < 32; ++y) {
            cells.emplace_back(hilbert_position(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)), x, y);
        }
    }
    std::sort(cells.begin(), cells.end());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        EXPECT_EQ(std::get<0>(cells[i]), i);
        if (i > 0) {
            EXPECT_EQ(std::abs(std::get<1>(cells[i]) - std::get<1>(cells[i - 1])) +
                          std::abs(std::get<2>(cells[i]) - std::get<2>(cells[i - 1])),
                      1);
        }
    }
}

/// Whether p lies strictly inside the circle through a, b, c, which turn left.
bool in_circle(Point a, Point b, Point c, Point p) {
    const auto lift = [&](Point q) { return static_cast<long double>(q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y); };
    const auto minor = [&](Point q, Point r) {
        return static_cast<long double>(q.x - p.x) * (r.y - p.y) - static_cast<long double>(r.x - p.x) * (q.y - p.y);
    };
    return lift(a) * minor(b, c) - lift(b) * minor(a, c) + lift(c) * minor(a, b) > 1e-15L;
}

/// All pairs that lie on a triangle whose circumcircle holds no other point.
Graph slow_delaunay(const std::vector<Point>& points) {
    const auto nodes = static_cast<NodeId>(points.size());
    std::vector<Edge> edges;
    std::set<std::pair<NodeId, NodeId>> seen;
    const auto add = [&](NodeId a, NodeId b) {
        if (seen.insert(std::minmax(a, b)).second) {
            edges.push_back({a, b, 1});
        }
    };
    for (NodeId a = 0; a < nodes; ++a) {
        for (NodeId b = 0; b < nodes; ++b) {
            for (NodeId c = b + 1; c < nodes; ++c) {
                if (a >= b || turn(points[a], points[b], points[c]) == 0) {
                    continue;
                }
                const bool left = turn(points[a], points[b], points[c]) > 0;
                const bool empty = std::none_of(points.begin(), points.end(), [&](Point p) {
                    return left ? in_circle(points[a], points[b], points[c], p) : in_circle(points[a], points[c], points[b], p);
                });
                if (empty) {
                    add(a, b);
                    add(b, c);
                    add(a, c);
                }
            }
        }
    }
    return Graph::from_edges(nodes, edges);
}

TEST(DelaunayGraph, IsMadeOfTrianglesWithEmptyCircles) {
    for (const NodeId nodes : {3, 4, 5, 20, 60}) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const PlacedGraph mesh = delaunay_graph(nodes, Seed(seed));
            EXPECT_EQ(mesh.graph, slow_delaunay(mesh.positions)) << nodes << " nodes, seed " << seed;
        }
    }
}

TEST(DelaunayGraph, OfOneAndTwoPoints) {
    EXPECT_EQ(delaunay_graph(1, Seed(1)).graph, path_graph(1));
    EXPECT_EQ(delaunay_graph(2, Seed(1)).graph, path_graph(2));
}

TEST(DelaunayGraph, IsConnectedPlanarAndFull) {
    const PlacedGraph mesh = delaunay_graph(20000, Seed(2));
    EXPECT_TRUE(is_connected(mesh.graph) && is_planar(mesh.graph));
    EXPECT_LE(mesh.graph.edge_count(), 3 * 20000 - 6);
    EXPECT_GE(mesh.graph.edge_count(), 3 * 20000 - 3 - 100);  // 3n - 3 less the hull, which has about 30 points
    EXPECT_TRUE(is_drawn_planar(delaunay_graph(300, Seed(3))));
}

TEST(DelaunayGraph, NumbersNearPointsAlike) {
    const PlacedGraph mesh = delaunay_graph(10000, Seed(2));
    double sum = 0;
    for (std::size_t i = 1; i < mesh.positions.size(); ++i) {
        sum += std::hypot(mesh.positions[i].x - mesh.positions[i - 1].x, mesh.positions[i].y - mesh.positions[i - 1].y);
    }
    EXPECT_LT(sum / 10000, 0.02);  // twice the mean spacing; random numbering would give 0.5
}

TEST(GeometricGraphs, FollowTheSeed) {
    const auto check = [](const auto& make) {
        EXPECT_EQ(make(Seed(1)).graph, make(Seed(1)).graph);
        EXPECT_EQ(make(Seed(1)).positions, make(Seed(1)).positions);
        EXPECT_NE(make(Seed(1)).graph, make(Seed(2)).graph);
    };
    check([](Seed seed) { return sensor_graph(100, seed); });
    check([](Seed seed) { return community_graph(100, seed); });
    check([](Seed seed) { return road_graph(100, seed); });
    check([](Seed seed) { return delaunay_graph(100, seed); });
}

}  // namespace
}  // namespace ndpool

#include "ndpool/generate/lattice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "ndpool/base/error.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/two_colouring.hpp"

namespace ndpool {
namespace {

bool is_connected(const Graph& graph) {
    return connected_components(graph).count() == 1;
}

TEST(GridGraph, OfTwoRowsAndThreeColumnsHasSevenEdges) {
    const PlacedGraph grid = grid_graph(2, 3);
    EXPECT_EQ(edges_of(grid.graph),
              (std::vector<Edge>{{0, 1, 1}, {0, 3, 1}, {1, 2, 1}, {1, 4, 1}, {2, 5, 1}, {3, 4, 1}, {4, 5, 1}}));
    EXPECT_EQ(grid.positions[5], (Point{2, 1}));
}

TEST(GridGraph, IsConnectedAndBipartiteForEverySize) {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 7}, {7, 1}, {2, 2}, {5, 8}, {20, 30}}) {
        const PlacedGraph grid = grid_graph(rows, columns);
        EXPECT_EQ(grid.graph.node_count(), rows * columns);
        EXPECT_EQ(grid.graph.edge_count(), rows * (columns - 1) + columns * (rows - 1));
        EXPECT_EQ(grid.positions.size(), static_cast<std::size_t>(rows * columns));
        EXPECT_TRUE(is_connected(grid.graph) && is_bipartite(grid.graph));
    }
}

TEST(GridGraph, HasTheEdgesOfAPathInEveryRowAndColumn) {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 7}, {7, 1}, {2, 2}, {3, 5}}) {
        std::vector<Edge> edges;
        for (NodeId node = 0; node < rows * columns; ++node) {
            if (node % columns > 0) {
                edges.push_back({node - 1, node});
            }
            if (node >= columns) {
                edges.push_back({node - columns, node});
            }
        }
        EXPECT_EQ(grid_graph(rows, columns).graph, Graph::from_edges(rows * columns, edges)) << rows << " x " << columns;
    }
}

TEST(GridGraph, TooManyCellsToNumberAreTooLarge) {
    EXPECT_THROW((void)grid_graph(65536, 65536), TooLarge);
    EXPECT_THROW((void)grid_graph(0, 5), InvalidInput);
    EXPECT_THROW((void)grid_graph(5, -1), InvalidInput);
}

TEST(TorusGraph, EveryNodeHasFourNeighboursFromThreeOn) {
    const Graph torus = torus_graph(3, 4).graph;
    EXPECT_EQ(torus.edge_count(), 24);
    EXPECT_EQ(degrees(torus), std::vector<double>(12, 4.0));
    EXPECT_EQ(torus.weight(0, 3), 1);
    EXPECT_EQ(torus.weight(1, 9), 1);
    EXPECT_FALSE(is_bipartite(torus));
    EXPECT_TRUE(is_bipartite(torus_graph(4, 6).graph));
}

TEST(TorusGraph, SidesOfTwoAndOneAreNotClosed) {
    EXPECT_EQ(torus_graph(2, 2).graph, grid_graph(2, 2).graph);
    EXPECT_EQ(torus_graph(1, 2).graph, path_graph(2));
    EXPECT_EQ(torus_graph(1, 1).graph.edge_count(), 0);
    EXPECT_EQ(torus_graph(1, 5).graph, ring_graph(5).graph);
    EXPECT_EQ(torus_graph(2, 3).graph.edge_count(), 9);  // two triangles and three rungs
}

TEST(RingGraph, ClosesAPathOnTheUnitCircle) {
    const PlacedGraph ring = ring_graph(5);
    EXPECT_EQ(edges_of(ring.graph), (std::vector<Edge>{{0, 1, 1}, {0, 4, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}}));
    for (const Point& point : ring.positions) {
        EXPECT_NEAR(std::hypot(point.x, point.y), 1, 1e-15);
    }
    EXPECT_FALSE(is_bipartite(ring.graph));
    EXPECT_TRUE(is_bipartite(ring_graph(1000).graph));
}

TEST(RingGraph, OfTwoIsAnEdgeAndOfOneIsANode) {
    EXPECT_EQ(ring_graph(2).graph, path_graph(2));
    EXPECT_EQ(ring_graph(1).graph, path_graph(1));
    EXPECT_THROW((void)ring_graph(0), InvalidInput);
}

TEST(PathStarComplete, HaveTheirEdges) {
    EXPECT_EQ(edges_of(path_graph(3)), (std::vector<Edge>{{0, 1, 1}, {1, 2, 1}}));
    EXPECT_EQ(edges_of(star_graph(4)), (std::vector<Edge>{{0, 1, 1}, {0, 2, 1}, {0, 3, 1}}));
    EXPECT_EQ(edges_of(complete_graph(3)), (std::vector<Edge>{{0, 1, 1}, {0, 2, 1}, {1, 2, 1}}));
    EXPECT_EQ(complete_graph(40).edge_count(), 40 * 39 / 2);
    for (const Graph& graph : {path_graph(1), star_graph(1), complete_graph(1)}) {
        EXPECT_EQ(graph.node_count(), 1);
        EXPECT_EQ(graph.edge_count(), 0);
    }
    EXPECT_THROW((void)path_graph(0), InvalidInput);
    EXPECT_THROW((void)star_graph(0), InvalidInput);
    EXPECT_THROW((void)complete_graph(-3), InvalidInput);
}

TEST(KnnGridGraph, TiesGoToTheSmallerNumber) {
    // 0 1 2: the middle is as far from both ends and takes 0, the last takes the middle.
    const Graph row = knn_grid_graph(1, 3, 1).graph;
    EXPECT_EQ(row.edge_count(), 2);
    EXPECT_DOUBLE_EQ(row.weight(0, 1), std::exp(-1.0));
    EXPECT_DOUBLE_EQ(row.weight(1, 2), std::exp(-1.0));
    // In the middle of 5 x 5 pixels the fifth neighbour of node 12 is the diagonal one of the smallest number.
    const Graph square = knn_grid_graph(5, 5, 5).graph;
    EXPECT_GT(square.weight(12, 6), 0);
    EXPECT_EQ(square.weight(12, 24), 0);
}

TEST(KnnGridGraph, WeighsBySigmaOfTheMeanLastNeighbour) {
    // 2 x 2 pixels with all 3 neighbours: the last is the diagonal at sqrt(2), so sigma^2 = 2.
    const Graph square = knn_grid_graph(2, 2, 3).graph;
    EXPECT_EQ(square.edge_count(), 6);
    EXPECT_NEAR(square.weight(0, 1), std::exp(-0.5), 1e-15);
    EXPECT_NEAR(square.weight(0, 3), std::exp(-1.0), 1e-15);
}

TEST(KnnGridGraph, OfMnistJoinsInnerPixelsToTheirEightNeighbours) {
    const PlacedGraph mnist = knn_grid_graph(28, 28, 8);
    EXPECT_EQ(mnist.graph.node_count(), 784);
    for (NodeId row = 3; row < 25; ++row) {
        for (NodeId column = 3; column < 25; ++column) {
            EXPECT_EQ(mnist.graph.neighbors(row * 28 + column).size(), 8U);
        }
    }
    EXPECT_TRUE(is_connected(mnist.graph));
}

TEST(KnnGridGraph, NeedsFewerNeighboursThanPixels) {
    EXPECT_EQ(knn_grid_graph(2, 3, 5).graph.edge_count(), 15);
    EXPECT_THROW((void)knn_grid_graph(2, 3, 6), InvalidInput);
    EXPECT_THROW((void)knn_grid_graph(2, 3, 0), InvalidInput);
}

}  // namespace
}  // namespace ndpool

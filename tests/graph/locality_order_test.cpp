#include "ndpool/graph/locality_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "ndpool/base/seed.hpp"
#include "ndpool/generate/generate.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

bool is_permutation_of_nodes(std::vector<NodeId> order, NodeId nodes) {
    std::sort(order.begin(), order.end());
    std::vector<NodeId> all(static_cast<std::size_t>(nodes));
    std::iota(all.begin(), all.end(), 0);
    return order == all;
}

TEST(HilbertOrder, VisitsTheCornersOfASquareAlongItsSides) {
    const std::vector<Point> corners{{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    const auto order = hilbert_order(corners);
    ASSERT_TRUE(is_permutation_of_nodes(order, 4));
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        const Point& a = corners[order[i]];
        const Point& b = corners[order[i + 1]];
        EXPECT_EQ(std::abs(a.x - b.x) + std::abs(a.y - b.y), 1) << "a diagonal at " << i;
    }
    EXPECT_TRUE(hilbert_order({}).empty());
    EXPECT_EQ(hilbert_order(std::vector<Point>(3, Point{2, 2})), (std::vector<NodeId>{0, 1, 2}));
}

TEST(HilbertOrder, StepsFromCellToCellOfAGrid) {
    std::vector<Point> cells;
    for (int x = 0; x < 16; ++x) {
        for (int y = 0; y < 16; ++y) {
            cells.push_back({static_cast<double>(x), static_cast<double>(y)});
        }
    }
    const auto order = hilbert_order(cells);
    ASSERT_TRUE(is_permutation_of_nodes(order, 256));
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        const Point& a = cells[order[i]];
        const Point& b = cells[order[i + 1]];
        EXPECT_EQ(std::abs(a.x - b.x) + std::abs(a.y - b.y), 1) << "a jump at " << i;
    }
}

TEST(BisectionOrder, BringsNeighboursOfAShuffledMeshTogether) {
    Random random{Seed(1)};
    for (const std::string spec : {"sensor:20000", "grid:140x140", "road:20000"}) {
        const Graph graph = generate_graph(spec, Seed(2)).graph;
        const Graph shuffled = reordered(graph, shuffled_nodes(random, graph.node_count()));
        const auto order = bisection_order(shuffled);
        ASSERT_TRUE(is_permutation_of_nodes(order, graph.node_count()));
        EXPECT_GT(ghost_share(shuffled, 4), 1) << spec;
        EXPECT_LT(ghost_share(reordered(shuffled, order), 4), 0.08) << spec;
    }
}

TEST(BisectionOrder, KeepsComponentsTogetherAndLosesNoNode) {
    Random random{Seed(3)};
    std::vector<Edge> edges;
    constexpr NodeId triangles = 2000;
    for (NodeId i = 0; i < triangles; ++i) {
        edges.insert(edges.end(), {{3 * i, 3 * i + 1}, {3 * i + 1, 3 * i + 2}, {3 * i, 3 * i + 2}});
    }
    const Graph graph = Graph::from_edges(3 * triangles + 5, edges);
    const Graph shuffled = reordered(graph, shuffled_nodes(random, graph.node_count()));
    const auto order = bisection_order(shuffled);
    ASSERT_TRUE(is_permutation_of_nodes(order, graph.node_count()));
    const Graph ordered = reordered(shuffled, order);
    for (NodeId node = 0; node < ordered.node_count(); ++node) {
        for (const NodeId other : ordered.neighbors(node)) {
            EXPECT_LE(std::abs(other - node), 2);
        }
    }
    EXPECT_TRUE(bisection_order(Graph()).empty());
}

}  // namespace
}  // namespace ndpool

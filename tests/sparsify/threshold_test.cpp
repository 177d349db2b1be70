#include "ndpool/sparsify/threshold.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

Graph weighted_path() {
    const std::vector<Edge> edges{{0, 1, 0.01}, {1, 2, 0.011}, {2, 3, 4}, {3, 3, 0.005}};
    return Graph::from_edges(4, edges);
}

TEST(DropWeakEdges, KeepsWeightsAboveTheThresholdOnly) {
    EXPECT_EQ(edges_of(drop_weak_edges(weighted_path(), {.epsilon = 0.01})), (std::vector<Edge>{{1, 2, 0.011}, {2, 3, 4}}));
}

TEST(DropWeakEdges, KeepsTheNodes) {
    EXPECT_EQ(drop_weak_edges(weighted_path(), {.epsilon = 100}).node_count(), 4);
}

TEST(DropWeakEdges, ZeroKeepsEverything) {
    EXPECT_EQ(drop_weak_edges(weighted_path(), {.epsilon = 0}), weighted_path());
}

TEST(DropWeakEdges, ARelativeThresholdIsAShareOfTheLargestWeight) {
    EXPECT_EQ(edges_of(drop_weak_edges(weighted_path(), {.epsilon = 0.0026, .relative = true})),
              (std::vector<Edge>{{1, 2, 0.011}, {2, 3, 4}}));
}

TEST(DropWeakEdges, RefusesThresholdsThatAreNone) {
    EXPECT_THROW((void)drop_weak_edges(weighted_path(), {.epsilon = -1}), InvalidInput);
    EXPECT_THROW((void)drop_weak_edges(weighted_path(), {.epsilon = std::numeric_limits<double>::quiet_NaN()}), InvalidInput);
}

TEST(DropWeakEdges, IsTheEntrywiseRuleOnRandomGraphs) {
    for (std::uint64_t s = 0; s < 50; ++s) {
        const Graph graph = random_graph(Seed(s));
        std::vector<Edge> expected;
        for (const Edge& edge : edges_of(graph)) {
            if (edge.weight > 0.3) {
                expected.push_back(edge);
            }
        }
        EXPECT_EQ(edges_of(drop_weak_edges(graph, {.epsilon = 0.3})), expected);
    }
}

}  // namespace
}  // namespace ndpool

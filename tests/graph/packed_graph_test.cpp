#include "ndpool/graph/packed_graph.hpp"

#include <gtest/gtest.h>

#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

TEST(PackedGraph, GivesTheGraphBack) {
    const Graph graph =
        Graph::from_edges(5, std::vector<Edge>{{0, 1, 0.1}, {1, 1, 2}, {3, 1, 0.3}, {0, 3, 4}});  // 2 and 4 are isolated

    PackedGraph packed(graph);

    EXPECT_EQ(packed.node_count(), 5);
    EXPECT_EQ(std::move(packed).unpacked(), graph);
}

TEST(PackedGraph, GivesRandomGraphsBack) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Graph graph = random_graph(Seed(seed), {});
        EXPECT_EQ(PackedGraph(graph).unpacked(), graph) << "seed " << seed;
    }
}

TEST(PackedGraph, GivesTheGraphWithoutNodesBack) {
    EXPECT_EQ(PackedGraph(Graph()).unpacked(), Graph());
}

TEST(PackedGraph, IsScaledAsTheGraphIs) {
    const Graph graph = Graph::from_edges(3, std::vector<Edge>{{0, 1, 0.1}, {1, 2, 5e-324}});
    PackedGraph packed(graph);

    packed.scale_by(0.3);

    EXPECT_EQ(std::move(packed).unpacked(), Graph(graph).scaled_by(0.3));
}

}  // namespace
}  // namespace ndpool

#include "ndpool/kron/level_graph.hpp"

#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/spectral/significant_edges.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/sparsify/threshold.hpp"

namespace ndpool {
namespace {

/// Level 1 of a sensor network is dense; some of its pairs have no edge.
LevelGraph dense_level(bool with_loops) {
    Graph graph = generate_graph("sensor:1500", Seed(7)).graph;
    if (with_loops) {
        std::vector<Edge> edges = edges_of(graph);
        for (NodeId node = 0; node < graph.node_count(); node += 3) {
            edges.push_back({node, node, 0.25});
        }
        graph = Graph::from_edges(graph.node_count(), edges);
    }
    return reduce_level(graph, cut_graph(graph, {}, Seed(1)), {});
}

TEST(DenseLevel, HasTheDegreesAndNeighboursOfTheGraph) {
    for (const bool with_loops : {false, true}) {
        const LevelGraph level = dense_level(with_loops);
        const DenseLevel& dense = std::get<DenseLevel>(level);
        const Graph graph = graph_of(dense.graph);
        EXPECT_EQ(dense.degrees, degrees(graph));
        EXPECT_EQ(dense.entries, graph.entry_count());
        EXPECT_EQ(dense.self_loops, graph.self_loop_count());
        EXPECT_EQ(edge_count(level), graph.edge_count());
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            EXPECT_EQ(dense.neighbors[node], static_cast<NodeId>(graph.neighbors(node).size()));
        }
    }
}

TEST(DenseLevel, ChoosesTheEdgesThatAreChosenFromTheGraph) {
    for (const bool with_loops : {false, true}) {
        const LevelGraph level = dense_level(with_loops);
        const DenseLevel& dense = std::get<DenseLevel>(level);
        const Graph graph = graph_of(dense.graph);
        for (const double epsilon : {0.0, 1e-6, 1e-2, 1e9}) {
            EXPECT_EQ(edges_above(dense.graph, epsilon), drop_weak_edges(graph, {epsilon}));
        }
        EXPECT_EQ(edges_above(dense.graph, 0.1 * largest_weight(dense.graph)), drop_weak_edges(graph, {0.1, true}));
        const std::optional<Graph> significant = significant_edges(dense);
        ASSERT_TRUE(significant);
        EXPECT_EQ(significant, significant_edges(graph));
        EXPECT_LT(significant->entry_count(), graph.entry_count());
        EXPECT_EQ(significant_edges(*significant), significant);
    }
}

TEST(DenseLevel, IsCutAndReducedAsTheGraphIs) {
    for (const bool with_loops : {false, true}) {
        const LevelGraph level = dense_level(with_loops);
        const Graph graph = graph_of(std::get<DenseLevel>(level).graph);
        const Cut cut = cut_level(level, {}, Seed(3));
        const Cut expected = cut_graph(graph, {}, Seed(3));
        EXPECT_EQ(cut.kept, expected.kept);
        EXPECT_EQ(cut.fraction, expected.fraction);
        EXPECT_EQ(cut.upper_bound, expected.upper_bound);
        EXPECT_EQ(graph_of(reduce_level(level, cut, {})), kron_reduce(graph, cut));
    }
}

TEST(DenseLevel, GivesThePyramidOfStepsWithGraphs) {
    const Graph base = generate_graph("sensor:2500", Seed(5)).graph;
    const Pyramid pyramid = ndp_pyramid(base, {.levels = {1, 2}, .keep_unsparsified = true}, Seed(2));
    Graph graph = base;
    for (const Level& level : pyramid.levels) {
        const Seed seed = Seed(2).child("level", static_cast<std::uint64_t>(level.number)).child("cut");
        const Cut cut = cut_graph(graph, {}, seed);
        graph = kron_reduce(graph, cut);
        EXPECT_EQ(level.cut.fraction, cut.fraction);
        EXPECT_EQ(level.unsparsified, graph);
        EXPECT_EQ(level.graph, drop_weak_edges(graph, {}));
    }
}

/// Two halves that only edges of 1e-30 join: without them each would be cut for itself.
TEST(SignificantEdges, AreNotCutAloneIfTheGraphFallsApart) {
    std::vector<Edge> edges;
    constexpr NodeId half = 300;
    for (NodeId i = 0; i < 2 * half; ++i) {
        for (NodeId j = i + 1; j < 2 * half; ++j) {
            edges.push_back({i, j, i / half == j / half ? 1.0 + (i * j) % 7 : 1e-30});
        }
    }
    const Graph graph = Graph::from_edges(2 * half, edges);
    EXPECT_TRUE(is_formally_dense(graph.node_count(), graph.entry_count()));
    EXPECT_FALSE(significant_edges(graph));
    EXPECT_EQ(cut_graph(graph, {}, Seed(1)).component_count, 1);
}

}  // namespace
}  // namespace ndpool

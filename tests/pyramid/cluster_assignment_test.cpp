#include "ndpool/pyramid/cluster_assignment.hpp"

#include <gtest/gtest.h>

#include "ndpool/generate/lattice.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

Pyramid keeping(const Graph& graph, std::vector<NodeId> kept) {
    Level level;
    level.number = 1;
    level.graph = Graph::from_edges(static_cast<NodeId>(kept.size()), {});
    level.pool = level.nodes = std::move(kept);
    return {graph, {level}};
}

TEST(StandsFor, KeptNodesStandForThemselvesAndOthersFollowTheStrongestEdge) {
    const Graph path = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {1, 2, 3}, {2, 3, 2}});
    EXPECT_EQ(cluster_assignment(keeping(path, {0, 3}), 0), (std::vector<NodeId>{0, 1, 1, 1}));
    EXPECT_EQ(cluster_assignment(keeping(path_graph(5), {0, 4}), 0), (std::vector<NodeId>{0, 0, 0, 1, 1}))
        << "equally strong edges are taken in the order of steps from kept nodes";
}

TEST(StandsFor, NodesWithoutAKeptNodeInReachHaveNone) {
    const Graph apart = Graph::from_edges(4, std::vector<Edge>{{0, 1}, {2, 3}});
    EXPECT_EQ(cluster_assignment(keeping(apart, {1}), 0), (std::vector<NodeId>{0, 0, -1, -1}));
    EXPECT_THROW((void)cluster_assignment(keeping(apart, {1}), 1), InvalidInput);
}

/// The slow twin: looks at all edges for each step.
std::vector<NodeId> slowly_grown(const Graph& graph, const std::vector<NodeId>& kept) {
    std::vector<NodeId> owner(static_cast<std::size_t>(graph.node_count()), -1);
    std::vector<NodeId> distance(owner.size(), 0);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        owner[kept[i]] = static_cast<NodeId>(i);
    }
    while (true) {
        Edge best{-1, -1, 0};
        for (NodeId to = 0; to < graph.node_count(); ++to) {
            for (std::size_t k = 0; owner[to] < 0 && k < graph.neighbors(to).size(); ++k) {
                const NodeId from = graph.neighbors(to)[k];
                const double weight = graph.weights(to)[k];
                if (owner[from] >= 0 &&
                    (weight > best.weight || (weight == best.weight && distance[from] < distance[best.from]))) {
                    best = {from, to, weight};
                }
            }
        }
        if (best.to < 0) {
            return owner;
        }
        owner[best.to] = owner[best.from];
        distance[best.to] = distance[best.from] + 1;
    }
}

TEST(StandsFor, IsWhatTheSlowTwinGrows) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 60});
        const std::vector<NodeId> kept = random_kept_nodes(Seed(s).child("kept"), graph);
        EXPECT_EQ(cluster_assignment(keeping(graph, kept), 0), slowly_grown(graph, kept));
    }
}

TEST(StandsFor, EveryNodeOfAnNdpPyramidHasANodeOfItsComponent) {
    for (std::uint64_t s = 0; s < 40; ++s) {
        const Graph graph = random_graph(Seed(s));
        const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1, 3}, .threshold = {0}}, Seed(s));
        for (std::size_t i = 0; i < 2; ++i) {
            const Level& level = pyramid.levels[i];
            const Components components = connected_components(i == 0 ? graph : pyramid.levels[0].graph);
            const std::vector<NodeId> assignment = cluster_assignment(pyramid, i);
            for (std::size_t node = 0; node < assignment.size(); ++node) {
                ASSERT_GE(assignment[node], 0);
                EXPECT_EQ(components.label[node], components.label[level.pool[assignment[node]]]);
            }
            for (std::size_t kept = 0; kept < level.pool.size(); ++kept) {
                EXPECT_EQ(assignment[level.pool[kept]], static_cast<NodeId>(kept));
            }
        }
    }
}

}  // namespace
}  // namespace ndpool

#include "ndpool/pyramid/graclus/graclus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "ndpool/generate/lattice.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/cluster_assignment.hpp"
#include "ndpool/pyramid/graclus/matching.hpp"
#include "ndpool/pyramid/signal.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

constexpr std::uint64_t random_graphs = 60;

std::vector<NodeId> in_order(const Graph& graph) {
    std::vector<NodeId> order(static_cast<std::size_t>(graph.node_count()));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

const Graph& graph_before(const Pyramid& pyramid, std::size_t index) {
    return index == 0 ? pyramid.base : pyramid.levels[index - 1].graph;
}

TEST(MatchedPairs, APathOfFourIsMatchedFromItsEnd) {
    const Graph path = path_graph(4);
    const Clusters clusters = matched_pairs(path, in_order(path));
    EXPECT_EQ(clusters.of, (std::vector<NodeId>{0, 0, 1, 1}));
    const Graph joined = joined_graph(path, clusters);
    EXPECT_EQ(joined.node_count(), 2);
    EXPECT_EQ(joined.weight(0, 1), 1);
    EXPECT_EQ(joined.entry_count(), 2);
}

// Node 1 sees node 0 at 1 (1/2 + 1/1) and node 2 at 1 (1/2 + 1/2).
TEST(MatchedPairs, ANodeTakesTheNeighbourOfLowerDegree) {
    const Graph path = path_graph(4);
    EXPECT_EQ(matched_pairs(path, std::vector<NodeId>{1, 2, 0, 3}).of, (std::vector<NodeId>{0, 0, 1, 1}));
    const Graph heavy = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {1, 2, 10}, {2, 3, 1}});
    EXPECT_EQ(matched_pairs(heavy, std::vector<NodeId>{1, 0, 2, 3}).of, (std::vector<NodeId>{0, 1, 1, 2}));
}

TEST(MatchedPairs, AStarHasOnePairAndTheOthersStayAlone) {
    const Graph star = star_graph(5);
    const Clusters clusters = matched_pairs(star, std::vector<NodeId>{3, 0, 1, 2, 4});
    EXPECT_EQ(clusters.of, (std::vector<NodeId>{0, 1, 2, 0, 3}));
    const Graph joined = joined_graph(star, clusters);
    EXPECT_EQ(joined.neighbors(0).size(), 3U);
}

TEST(MatchedPairs, ATriangleBecomesOneEdgeOfTwiceTheWeight) {
    const Graph triangle = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}, {0, 2}, {1, 1, 7}});
    const Graph joined = joined_graph(triangle, matched_pairs(triangle, in_order(triangle)));
    EXPECT_EQ(joined.node_count(), 2);
    EXPECT_EQ(joined.weight(0, 1), 2);
    EXPECT_EQ(joined.self_loop_count(), 0);
}

TEST(MatchedPairs, ArePairsOfNeighboursAndNoTwoNeighboursStayAlone) {
    for (std::uint64_t s = 0; s < random_graphs; ++s) {
        const Graph graph = random_graph(Seed(s));
        Random random(Seed(s).child("order"));
        const Clusters clusters = matched_pairs(graph, shuffled_nodes(random, graph.node_count()));
        std::map<NodeId, std::vector<NodeId>> members;
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            members[clusters.of[node]].push_back(node);
        }
        EXPECT_EQ(members.size(), static_cast<std::size_t>(clusters.count));
        NodeId smallest = -1;
        for (const auto& [cluster, nodes] : members) {
            ASSERT_LE(nodes.size(), 2U);
            EXPECT_GT(nodes[0], smallest) << "clusters are numbered by their smallest nodes";
            smallest = nodes[0];
            if (nodes.size() == 2) {
                EXPECT_GT(graph.weight(nodes[0], nodes[1]), 0);
                continue;
            }
            for (const NodeId neighbor : graph.neighbors(nodes[0])) {
                EXPECT_TRUE(neighbor == nodes[0] || members[clusters.of[neighbor]].size() == 2);
            }
        }
    }
}

// The slow twin is S A S^T without its diagonal.
TEST(GraclusPyramid, WeightsAreSumsOverTheEdgesBetweenClusters) {
    for (std::uint64_t s = 0; s < random_graphs; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 60});
        const Pyramid pyramid = graclus_pyramid(graph, {.levels = {1, 2, 4}, .fake_nodes = s % 2 == 0}, Seed(s));
        for (std::size_t i = 0; i < 3; ++i) {
            const Level& level = pyramid.levels[i];
            const Eigen::MatrixXd shares = dense_matrix(*level.assignment_matrix);
            Eigen::MatrixXd expected = shares * dense_adjacency(graph_before(pyramid, i)) * shares.transpose();
            expected.diagonal().setZero();
            EXPECT_LT((dense_adjacency(level.graph) - expected).cwiseAbs().maxCoeff(), 1e-12 * (1 + expected.maxCoeff()));
            EXPECT_EQ(Graph::from_adjacency(level.graph.adjacency()), level.graph) << "symmetric to the last bit";
            EXPECT_EQ(shares.colwise().sum().minCoeff(), 1);
            EXPECT_EQ(shares.colwise().sum().maxCoeff(), 1);
            EXPECT_EQ(level.nodes.size(), level.pool.size());
            for (std::size_t node = 0; node < level.pool.size(); ++node) {
                EXPECT_EQ(level.pool[node], level.assignment_matrix->indices[level.assignment_matrix->offsets[node]])
                    << "the smallest node";
                EXPECT_EQ(level.nodes[node], i == 0 ? level.pool[node] : pyramid.levels[i - 1].nodes[level.pool[node]]);
            }
        }
    }
}

TEST(GraclusPyramid, WithFakeNodesEveryNodeJoinsExactlyTwo) {
    for (std::uint64_t s = 0; s < random_graphs; ++s) {
        const Graph graph = random_graph(Seed(s));
        const Pyramid pyramid = graclus_pyramid(graph, {.levels = {1, 2, 3}}, Seed(s));
        EXPECT_EQ(real_node_count(pyramid), graph.node_count());
        EXPECT_EQ(edges_of(pyramid.base), edges_of(graph)) << "nodes of the input keep their ids";
        EXPECT_EQ(pyramid.levels.back().fake_nodes, 0);
        for (std::size_t i = 0; i < 3; ++i) {
            const Level& level = pyramid.levels[i];
            const NodeId nodes = level.graph.node_count();
            EXPECT_EQ(nodes * (NodeId{2} << i), pyramid.base.node_count());
            EXPECT_EQ(level.components, component_count(graph)) << "components neither merge nor vanish";
            EXPECT_EQ(component_count(level.graph), level.components + level.fake_nodes);
            const NodeId fake_before = i == 0 ? pyramid.fake_nodes : pyramid.levels[i - 1].fake_nodes;
            const NodeId real_before = graph_before(pyramid, i).node_count() - fake_before;
            for (NodeId node = 0; node < nodes; ++node) {
                ASSERT_EQ(level.assignment_matrix->offsets[node + 1], 2 * (node + 1));
                const bool is_fake = node >= nodes - level.fake_nodes;
                EXPECT_EQ(level.assignment_matrix->indices[2 * node] >= real_before, is_fake)
                    << "fake nodes join fake ones alone";
                EXPECT_EQ(input_nodes(pyramid, i)[node] < 0, is_fake);
            }
        }
    }
}

TEST(GraclusPyramid, WithoutFakeNodesHasTheSameLevelsWithoutThem) {
    for (std::uint64_t s = 0; s < 20; ++s) {
        const Graph graph = random_graph(Seed(s));
        const Pyramid with = graclus_pyramid(graph, {.levels = {1, 3}}, Seed(s));
        const Pyramid without = graclus_pyramid(graph, {.levels = {1, 3}, .fake_nodes = false}, Seed(s));
        EXPECT_EQ(without.base, graph);
        EXPECT_EQ(without.fake_nodes, 0);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(edges_of(with.levels[i].graph), edges_of(without.levels[i].graph));
            EXPECT_EQ(with.levels[i].graph.node_count() - with.levels[i].fake_nodes, without.levels[i].graph.node_count());
            EXPECT_EQ(without.levels[i].fake_nodes, 0);
        }
    }
}

TEST(GraclusPyramid, LevelsThatAreNotStoredArePassedThrough) {
    for (std::uint64_t s = 0; s < 20; ++s) {
        const Graph graph = random_graph(Seed(s));
        const GraclusOptions every{.levels = {1, 2, 3}, .fake_nodes = s % 2 == 0};
        const GraclusOptions some{.levels = {1, 3}, .fake_nodes = s % 2 == 0};
        const Pyramid all = graclus_pyramid(graph, every, Seed(s));
        const Pyramid two = graclus_pyramid(graph, some, Seed(s));
        EXPECT_EQ(two.levels[1].graph, all.levels[2].graph);
        EXPECT_EQ(two.levels[1].nodes, all.levels[2].nodes);
        EXPECT_EQ(dense_matrix(*two.levels[1].assignment_matrix),
                  dense_matrix(*all.levels[2].assignment_matrix) * dense_matrix(*all.levels[1].assignment_matrix));
        const std::vector<NodeId> at_once = cluster_assignment(two, 1);
        const std::vector<NodeId> first = cluster_assignment(all, 1);
        const std::vector<NodeId> second = cluster_assignment(all, 2);
        for (std::size_t node = 0; node < at_once.size(); ++node) {
            EXPECT_EQ(at_once[node], second[first[node]]);
        }
    }
}

TEST(GraclusPyramid, IsolatedAndEmptyGraphsStay) {
    const Pyramid alone = graclus_pyramid(Graph::from_edges(3, {}), {.levels = {1, 2}, .fake_nodes = false}, Seed(1));
    EXPECT_EQ(alone.levels[1].graph.node_count(), 3);
    const Pyramid filled = graclus_pyramid(Graph::from_edges(3, {}), {.levels = {1, 2}}, Seed(1));
    EXPECT_EQ(filled.base.node_count(), 12);
    EXPECT_EQ(filled.levels[1].graph.node_count(), 3);
    const Pyramid empty = graclus_pyramid(Graph(), {.levels = {1, 1000}}, Seed(1));
    EXPECT_EQ(empty.levels[1].graph.node_count(), 0);
}

TEST(GraclusPyramid, RefusesMoreFakeNodesThanThereIsRoomFor) {
    EXPECT_THROW((void)graclus_pyramid(star_graph(10), {.levels = {40}}, Seed(1)), TooLarge);
    EXPECT_THROW((void)graclus_pyramid(path_graph(64), {.levels = {2}, .memory_limit = 1000}, Seed(1)), TooLarge);
    EXPECT_NO_THROW((void)graclus_pyramid(star_graph(10), {.levels = {40}, .fake_nodes = false}, Seed(1)));
    EXPECT_THROW((void)graclus_pyramid(path_graph(4), {.levels = {2, 1}}, Seed(1)), InvalidInput);
}

TEST(GraclusPyramid, SignalsAreSummedAndLiftedToAllJoinedNodes) {
    const Graph pair = Graph::from_edges(3, std::vector<Edge>{{0, 2}});
    const Pyramid pyramid = graclus_pyramid(pair, {.levels = {1}}, Seed(1));
    ASSERT_EQ(pyramid.base.node_count(), 4);
    EXPECT_EQ(cluster_assignment(pyramid, 0), (std::vector<NodeId>{0, 1, 0, 1}));
    EXPECT_EQ(pool_signal(pyramid, 0, 1, {1, {1, 2, 4, 0}}).values, (std::vector<double>{5, 2}));
    EXPECT_EQ(lift_signal(pyramid, 1, 0, {1, {5, 2}}, Lift::transpose).values, (std::vector<double>{5, 2, 5, 2}));
    EXPECT_THROW((void)lift_signal(pyramid, 1, 0, {1, {5, 2}}, Lift::harmonic), InvalidInput);
}

TEST(GraclusPyramids, AreTheSameForEveryNumberOfThreads) {
    std::vector<Graph> graphs;
    for (std::uint64_t s = 0; s < 30; ++s) {
        graphs.push_back(random_graph(Seed(s)));
    }
    const auto one = graclus_pyramids(graphs, {}, Seed(4), {1});
    const auto many = graclus_pyramids(graphs, {}, Seed(4), {8});
    const auto other = graclus_pyramids(graphs, {}, Seed(5), {1});
    bool differs = false;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(one[g].levels[i].graph, many[g].levels[i].graph);
            EXPECT_EQ(one[g].levels[i].assignment_matrix, many[g].levels[i].assignment_matrix);
            differs = differs || one[g].levels[i].graph != other[g].levels[i].graph;
        }
        EXPECT_EQ(graclus_pyramid(graphs[g], {}, Seed(4).child("graph", g)).levels[2].assignment_matrix,
                  one[g].levels[2].assignment_matrix);
    }
    EXPECT_TRUE(differs) << "the seed decides the order of the first matching";
}

}  // namespace
}  // namespace ndpool

#include "ndpool/pyramid/pyramid.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "ndpool/generate/lattice.hpp"
#include "ndpool/generate/sensor.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

double largest_difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff();
}

/// Two pyramids are the same but for the time they took.
void expect_same(const Pyramid& a, const Pyramid& b) {
    EXPECT_EQ(a.base, b.base);
    ASSERT_EQ(a.levels.size(), b.levels.size());
    for (std::size_t i = 0; i < a.levels.size(); ++i) {
        EXPECT_EQ(a.levels[i].graph, b.levels[i].graph);
        EXPECT_EQ(a.levels[i].pool, b.levels[i].pool);
        EXPECT_EQ(a.levels[i].nodes, b.levels[i].nodes);
        EXPECT_EQ(a.levels[i].cut, b.levels[i].cut);
    }
}

TEST(NdpPyramid, OfAPathKeepsEverySecondNodeAndHalvesConductance) {
    const Pyramid pyramid = ndp_pyramid(path_graph(5), {.levels = {1}, .threshold = {0}}, Seed(1));
    EXPECT_EQ(pyramid.levels[0].nodes, (std::vector<NodeId>{0, 2, 4}));
    EXPECT_EQ(edges_of(pyramid.levels[0].graph), (std::vector<Edge>{{0, 1, 0.5}, {1, 2, 0.5}}));
    EXPECT_EQ(pyramid.levels[0].cut.fraction, 1);
}

TEST(NdpPyramid, LevelLHasAboutTheInputOverTwoToTheLNodes) {
    const Pyramid pyramid = ndp_pyramid(path_graph(64), {.levels = {1, 3, 5}}, Seed(1));
    ASSERT_EQ(pyramid.levels.size(), 3U);
    EXPECT_EQ(pyramid.levels[0].graph.node_count(), 32);
    EXPECT_EQ(pyramid.levels[1].graph.node_count(), 8);
    EXPECT_EQ(pyramid.levels[2].graph.node_count(), 2);
    EXPECT_EQ(pyramid.levels[2].number, 5);
}

TEST(NdpPyramid, ComposedDecimationSelectsTheSameRowsAsOneAfterTheOther) {
    for (std::uint64_t s = 0; s < 40; ++s) {
        const Graph graph = random_graph(Seed(s));
        const Pyramid all = ndp_pyramid(graph, {.levels = {1, 2, 3, 4}}, Seed(s));
        const Pyramid some = ndp_pyramid(graph, {.levels = {2, 4}}, Seed(s));
        EXPECT_EQ(some.levels[0].graph, all.levels[1].graph);
        EXPECT_EQ(some.levels[1].nodes, all.levels[3].nodes);
        const auto s_of = [](const Level& level, NodeId before) { return dense_matrix(decimation_matrix(level, before)); };
        const Eigen::MatrixXd one_by_one =
            s_of(all.levels[1], all.levels[0].graph.node_count()) * s_of(all.levels[0], graph.node_count());
        EXPECT_EQ(largest_difference(one_by_one, s_of(some.levels[0], graph.node_count())), 0);
    }
}

TEST(NdpPyramid, PoolAndNodesAgree) {
    const Graph graph = random_graph(Seed(11));
    const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1, 2, 3}}, Seed(2));
    for (std::size_t i = 1; i < pyramid.levels.size(); ++i) {
        for (std::size_t node = 0; node < pyramid.levels[i].pool.size(); ++node) {
            EXPECT_EQ(pyramid.levels[i].nodes[node], pyramid.levels[i - 1].nodes[pyramid.levels[i].pool[node]]);
        }
    }
}

TEST(NdpPyramid, RefusesLevelsOutOfOrder) {
    for (const std::vector<int>& levels : {std::vector<int>{0}, {-1}, {2, 1}, {1, 1}}) {
        EXPECT_THROW((void)ndp_pyramid(path_graph(4), {.levels = levels}, Seed(1)), InvalidInput);
    }
    EXPECT_TRUE(ndp_pyramid(path_graph(4), {.levels = {}}, Seed(1)).levels.empty());
}

TEST(NdpPyramid, AGraphThatCannotShrinkStaysAsItIs) {
    const Pyramid pyramid = ndp_pyramid(Graph::from_edges(1, {}), {.levels = {1, 7}}, Seed(1));
    EXPECT_EQ(pyramid.levels[1].graph.node_count(), 1);
    EXPECT_EQ(ndp_pyramid(Graph(), {}, Seed(1)).levels[2].graph.node_count(), 0);
}

TEST(NdpPyramid, ThresholdingEachLevelRecursesOnTheThresholdedGraph) {
    const Graph graph = random_graph(Seed(3), {.least_nodes = 100, .weighted = false, .disconnected = false});
    const NdpOptions options{
        .levels = {1, 2}, .threshold = {0.05}, .sparsify = SparsifyWhen::each_level, .keep_unsparsified = true};
    const Pyramid pyramid = ndp_pyramid(graph, options, Seed(1));
    const Graph& first = pyramid.levels[0].graph;
    EXPECT_EQ(first, drop_weak_edges(*pyramid.levels[0].unsparsified, {0.05}));
    const Graph second = kron_reduce(first, cut_keeping(first, pyramid.levels[1].pool));
    EXPECT_EQ(*pyramid.levels[1].unsparsified, second);
    EXPECT_EQ(pyramid.levels[1].edges_before_sparsify, second.edge_count());
}

TEST(NdpPyramids, AreTheSameForEveryNumberOfThreads) {
    std::vector<Graph> graphs;
    for (std::uint64_t s = 0; s < 60; ++s) {
        graphs.push_back(random_graph(Seed(s), {.most_nodes = 60}));
    }
    const auto one = ndp_pyramids(graphs, {}, Seed(5), {1});
    for (const int threads : {1, 2, 8}) {
        const auto many = ndp_pyramids(graphs, {}, Seed(5), {threads});
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            expect_same(one[i], many[i]);
        }
    }
}

TEST(NdpPyramid, ReportsThePhasesOfEveryLevelAndIsTheSameWatched) {
    const Graph graph = sensor_graph(3000, Seed(4)).graph;
    std::vector<std::string> seen;
    double share = 0;
    const Pyramid watched = ndp_pyramid(graph, {.levels = {1, 2}}, Seed(5), [&](const ProgressReport& report) {
        EXPECT_EQ(report.stage, "coarsening");
        EXPECT_EQ(report.total, 2U);
        const std::string step = std::to_string(report.done) + " " + std::string(report.phase);
        if (seen.empty() || seen.back() != step) {
            seen.push_back(step);
            share = 0;
        }
        EXPECT_GE(report.share, share);
        EXPECT_LE(report.share, 1);
        share = report.share;
    });
    std::erase(seen, "0 eliminate");  // whether the first level leaves anything dense is not for this test
    EXPECT_EQ(seen, (std::vector<std::string>{"0 ", "0 eigenvector", "0 assemble", "0 sparsify", "1 ", "1 eigenvector",
                                              "1 eliminate", "1 assemble", "1 sparsify", "2 "}));
    expect_same(watched, ndp_pyramid(graph, {.levels = {1, 2}}, Seed(5)));
}

TEST(NdpPyramids, ReportTheirProgress) {
    const std::vector<Graph> graphs(5, path_graph(6));
    std::size_t last = 0;
    (void)ndp_pyramids(graphs, {}, Seed(5), {1}, [&](std::string_view, std::size_t done, std::size_t total) {
        EXPECT_EQ(total, 5U);
        EXPECT_EQ(done, ++last);
    });
    EXPECT_EQ(last, 5U);
}

}  // namespace
}  // namespace ndpool

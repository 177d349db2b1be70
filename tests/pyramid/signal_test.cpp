#include "ndpool/pyramid/signal.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "ndpool/generate/lattice.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

Table<double> random_signal(NodeId rows, std::size_t columns, Seed seed) {
    Random random(seed);
    Table<double> table{columns, std::vector<double>(static_cast<std::size_t>(rows) * columns)};
    for (double& value : table.values) {
        value = random.uniform(-1, 1);
    }
    return table;
}

void expect_near(const Table<double>& a, const Table<double>& b, double tolerance) {
    ASSERT_EQ(a.columns, b.columns);
    ASSERT_EQ(a.values.size(), b.values.size());
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        EXPECT_NEAR(a.values[i], b.values[i], tolerance);
    }
}

TEST(PoolSignal, TakesTheRowsOfKeptNodes) {
    const Pyramid pyramid = ndp_pyramid(path_graph(5), {.levels = {1, 2}}, Seed(1));
    const Table<double> signal{2, {0, 10, 1, 11, 2, 12, 3, 13, 4, 14}};
    EXPECT_EQ(pool_signal(pyramid, 0, 1, signal).values, (std::vector<double>{0, 10, 2, 12, 4, 14}));
    EXPECT_EQ(pool_signal(pyramid, 0, 2, signal).values, (std::vector<double>{0, 10, 4, 14}));
    EXPECT_EQ(pool_signal(pyramid, 1, 1, pool_signal(pyramid, 0, 1, signal)), pool_signal(pyramid, 0, 1, signal));
}

TEST(LiftSignal, TransposePutsZerosWhereNodesWereDropped) {
    const Pyramid pyramid = ndp_pyramid(path_graph(5), {.levels = {1}}, Seed(1));
    EXPECT_EQ(lift_signal(pyramid, 1, 0, {1, {7, 8, 9}}, Lift::transpose).values, (std::vector<double>{7, 0, 8, 0, 9}));
}

TEST(LiftSignal, HarmonicPutsTheMeanOfTheNeighboursOnAPath) {
    const Pyramid pyramid = ndp_pyramid(path_graph(5), {.levels = {1}}, Seed(1));
    expect_near(lift_signal(pyramid, 1, 0, {1, {7, 8, 10}}, Lift::harmonic), {1, {7, 7.5, 8, 9, 10}}, 1e-14);
}

TEST(LiftSignal, RefusesWhatDoesNotFit) {
    const Pyramid pyramid = ndp_pyramid(path_graph(5), {.levels = {1}}, Seed(1));
    EXPECT_THROW((void)pool_signal(pyramid, 0, 2, {1, {1, 2, 3, 4, 5}}), InvalidInput);
    EXPECT_THROW((void)pool_signal(pyramid, 0, 1, {1, {1, 2, 3}}), InvalidInput);
    EXPECT_THROW((void)pool_signal(pyramid, 1, 0, {1, {1, 2, 3}}), InvalidInput);
    EXPECT_THROW((void)lift_signal(pyramid, 0, 1, {1, {1, 2, 3, 4, 5}}, Lift::harmonic), InvalidInput);
}

// At dropped nodes (D + loops) x = A x; the slow twin solves the dense system by the pseudo-inverse.
TEST(LiftSignal, HarmonicSolvesTheDenseSystemOnRandomGraphs) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 80, .weight_magnitudes = 1});
        const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1, 2, 3}}, Seed(s));
        const std::vector<NodeId>& kept = pyramid.levels[2].nodes;
        const Table<double> coarse = random_signal(static_cast<NodeId>(kept.size()), 2, Seed(s).child("signal"));
        const Table<double> fine = lift_signal(pyramid, 3, 0, coarse, Lift::harmonic);
        expect_near(pool_signal(pyramid, 0, 3, fine), coarse, 0);
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        const Eigen::Map<const Rows> x(fine.values.data(), graph.node_count(), 2);
        const Eigen::MatrixXd residual = dense_loopy_laplacian(graph) * x;
        std::vector<bool> is_kept(static_cast<std::size_t>(graph.node_count()), false);
        for (const NodeId node : kept) {
            is_kept[node] = true;
        }
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            if (!is_kept[node]) {
                EXPECT_LT(residual.row(node).cwiseAbs().maxCoeff(), 1e-9);
            }
        }
    }
}

TEST(LiftSignal, HarmonicLevelByLevelIsHarmonicAtOnce) {
    for (std::uint64_t s = 0; s < 20; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 80, .weight_magnitudes = 1});
        const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1, 2, 3}, .threshold = {0}}, Seed(s));
        const Table<double> coarse = random_signal(node_count_at(pyramid, 3), 1, Seed(s));
        const Table<double> middle = lift_signal(pyramid, 3, 1, coarse, Lift::harmonic);
        expect_near(lift_signal(pyramid, 1, 0, middle, Lift::harmonic), lift_signal(pyramid, 3, 0, coarse, Lift::harmonic), 1e-9);
        // The same extension inside level 1, whose weights are the exact Kron reduction.
        Pyramid upper{pyramid.levels[0].graph, {pyramid.levels[1]}};
        upper.levels[0].nodes = upper.levels[0].pool;
        const Table<double> second = lift_signal(pyramid, 3, 2, coarse, Lift::harmonic);
        expect_near(lift_signal(upper, 1, 0, second, Lift::harmonic), middle, 1e-8);
    }
}

TEST(LiftSignal, ConstantsStayConstantWithoutLoops) {
    const Graph graph = random_graph(Seed(8), {.self_loops = false});
    const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1}}, Seed(1));
    const Table<double> ones{1, std::vector<double>(static_cast<std::size_t>(node_count_at(pyramid, 1)), 1.0)};
    for (const double value : lift_signal(pyramid, 1, 0, ones, Lift::harmonic).values) {
        EXPECT_NEAR(value, 1, 1e-9);
    }
}

double inner_product(const Table<double>& a, const Table<double>& b) {
    return std::inner_product(a.values.begin(), a.values.end(), b.values.begin(), 0.0);
}

TEST(PoolSignal, HarmonicIsTheTransposeOfTheHarmonicExtension) {
    for (std::uint64_t s = 0; s < 40; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 80, .weight_magnitudes = 1});
        const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1, 2, 3}}, Seed(s));
        for (const auto& [fine, coarse] : {std::pair<std::size_t, std::size_t>{0, 1}, {0, 3}, {1, 3}, {2, 2}}) {
            const Table<double> x = random_signal(node_count_at(pyramid, fine), 2, Seed(s).child("x"));
            const Table<double> y = random_signal(node_count_at(pyramid, coarse), 2, Seed(s).child("y"));
            EXPECT_NEAR(inner_product(pool_signal(pyramid, fine, coarse, x, Restrict::harmonic), y),
                        inner_product(x, lift_signal(pyramid, coarse, fine, y, Lift::harmonic)), 1e-9);
        }
    }
}

TEST(PoolSignal, HarmonicSharesADroppedNodeByWeight) {
    // A star of three leaves whose hub is dropped.
    const Graph star = Graph::from_edges(4, std::vector<Edge>{{0, 3, 1.0}, {1, 3, 2.0}, {2, 3, 5.0}});
    Pyramid pyramid{star, {Level{}}};
    pyramid.levels[0].graph = Graph::from_edges(3, std::vector<Edge>{{0, 1, 0.25}, {0, 2, 0.625}, {1, 2, 1.25}});
    pyramid.levels[0].pool = pyramid.levels[0].nodes = {0, 1, 2};
    expect_near(pool_signal(pyramid, 0, 1, {1, {10, 20, 30, 8}}, Restrict::harmonic), {1, {11, 22, 35}}, 1e-12);
}

}  // namespace
}  // namespace ndpool

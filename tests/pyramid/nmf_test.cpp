#include "ndpool/pyramid/nmf/nmf.hpp"

#include <gtest/gtest.h>

#include "ndpool/generate/lattice.hpp"
#include "ndpool/pyramid/assignment_matrix.hpp"
#include "ndpool/pyramid/cluster_assignment.hpp"
#include "ndpool/pyramid/nmf/nonnegative_factors.hpp"
#include "ndpool/pyramid/signal.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

Eigen::MatrixXd dense_of(const DenseRows& rows) {
    Eigen::MatrixXd dense(rows.rows, rows.columns);
    for (std::size_t i = 0; i < rows.rows; ++i) {
        for (std::size_t c = 0; c < rows.columns; ++c) {
            dense(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c)) = rows.row(i)[c];
        }
    }
    return dense;
}

DenseRows random_matrix(std::size_t rows, std::size_t columns, Seed seed) {
    Random random(seed);
    DenseRows matrix(rows, columns);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t c = 0; c < columns; ++c) {
            matrix.row(i)[c] = random.uniform(-1, 1);
        }
    }
    return matrix;
}

TEST(DenseRows, ProductsAreThoseOfEigen) {
    for (std::size_t size = 1; size < 30; ++size) {
        const DenseRows a = random_matrix(size, 31 - size, Seed(size));
        const DenseRows b = random_matrix(31 - size, size + 3, Seed(size).child("b"));
        const DenseRows c = random_matrix(size, 9, Seed(size).child("c"));
        DenseRows ab(size, size + 3);
        DenseRows ac(31 - size, 9);
        multiply(a, b, ab, {1});
        multiply_transposed(a, c, ac, {2});
        EXPECT_LT((dense_of(ab) - dense_of(a) * dense_of(b)).cwiseAbs().maxCoeff(), 1e-13);
        EXPECT_LT((dense_of(ac) - dense_of(a).transpose() * dense_of(c)).cwiseAbs().maxCoeff(), 1e-13);
        EXPECT_NEAR(inner_product(a, a), dense_of(a).squaredNorm(), 1e-12);
    }
}

/// Lee and Seung's updates, written down densely.
struct DenseFactors {
    Eigen::MatrixXd w;
    Eigen::MatrixXd h;
};

void update_densely(const Eigen::MatrixXd& a, DenseFactors& factors) {
    auto& [w, h] = factors;
    h = h.cwiseProduct(w.transpose() * a).cwiseQuotient(w.transpose() * w * h).cwiseMax(1e-100).eval();
    w = w.cwiseProduct(a * h.transpose()).cwiseQuotient(w * h * h.transpose()).cwiseMax(1e-100).eval();
}

TEST(NonnegativeFactors, AreThoseOfTheDenseUpdatesAndTheirErrorOnlyFalls) {
    for (std::uint64_t s = 0; s < 30; ++s) {
        const Graph graph = random_graph(Seed(s), {.least_nodes = 2, .most_nodes = 50, .weight_magnitudes = 1});
        const NodeId rank = (graph.node_count() + 1) / 2;
        const NonnegativeFactors start = nonnegative_factors(graph, rank, {.most_iterations = 0}, Seed(s));
        DenseFactors twin{dense_of(start.left), dense_of(start.right).transpose()};
        const Eigen::MatrixXd a = dense_adjacency(graph) / start.scale;
        double before = (a - twin.w * twin.h).norm();
        EXPECT_NEAR(start.errors.front(), before, 1e-6);
        constexpr int iterations = 40;
        const NonnegativeFactors found =
            nonnegative_factors(graph, rank, {.most_iterations = iterations, .tolerance = 0}, Seed(s));
        for (std::size_t i = 1; i < found.errors.size(); ++i) {
            update_densely(a, twin);
            const double error = (a - twin.w * twin.h).norm();
            EXPECT_LE(error, before * (1 + 1e-12) + 1e-12);
            EXPECT_NEAR(found.errors[i], error, 1e-6);
            before = error;
        }
        EXPECT_LT((dense_of(found.left) - twin.w).cwiseAbs().maxCoeff(), 1e-6);
        EXPECT_LT((dense_of(found.right).transpose() - twin.h).cwiseAbs().maxCoeff(), 1e-6);
    }
}

// Nodes 0 and 1 are joined to 2 and 3 alone: A has rank 2, and one cluster for each side is exact.
TEST(NmfPyramid, FindsTheTwoSidesOfACompleteBipartiteGraph) {
    std::vector<Edge> edges;
    for (NodeId left = 0; left < 2; ++left) {
        edges.push_back({left, 2, 4});
        edges.push_back({left, 3, 4});
    }
    const Pyramid pyramid =
        nmf_pyramid(Graph::from_edges(4, edges), {.levels = {1}, .most_iterations = 2000, .tolerance = 0}, Seed(1));
    const std::vector<NodeId> assignment = cluster_assignment(pyramid, 0);
    EXPECT_EQ(assignment[0], assignment[1]);
    EXPECT_EQ(assignment[2], assignment[3]);
    EXPECT_NE(assignment[0], assignment[2]);
    EXPECT_NEAR(pyramid.levels[0].graph.weight(0, 1), 16, 1e-6);
}

TEST(NmfPyramid, ATriangleHasTwoNodesAndThenOneWithAllTheWeight) {
    const Pyramid pyramid = nmf_pyramid(complete_graph(3), {.levels = {1, 2, 3}}, Seed(1));
    EXPECT_EQ(pyramid.levels[0].graph.node_count(), 2);
    EXPECT_EQ(pyramid.levels[1].graph.node_count(), 1);
    EXPECT_EQ(pyramid.levels[2].graph.node_count(), 1);
    EXPECT_NEAR(pyramid.levels[2].graph.weight(0, 0), 6, 1e-12);
}

TEST(NmfPyramid, LevelsAreSharesTimesAdjacencyTimesShares) {
    for (std::uint64_t s = 0; s < 30; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 60});
        const Pyramid pyramid =
            nmf_pyramid(graph, {.levels = {1, 2, 4}, .most_iterations = 30, .drop_below = s % 3 == 0 ? 0.1 : 0}, Seed(s));
        for (std::size_t i = 0; i < 3; ++i) {
            const Level& level = pyramid.levels[i];
            const Graph& before = i == 0 ? graph : pyramid.levels[i - 1].graph;
            const Eigen::MatrixXd shares = dense_matrix(*level.assignment_matrix);
            const Eigen::MatrixXd sums = shares.colwise().sum();
            EXPECT_LT((sums.array() - 1).abs().maxCoeff(), 1e-12) << "every node is shared out as a whole";
            const Eigen::MatrixXd expected = shares * dense_adjacency(before) * shares.transpose();
            EXPECT_LT((dense_adjacency(level.graph) - expected).cwiseAbs().maxCoeff(), 1e-11 * (1 + expected.maxCoeff()));
            EXPECT_EQ(Graph::from_adjacency(level.graph.adjacency()), level.graph) << "symmetric to the last bit";
            EXPECT_EQ(level.pool, largest_in_rows(*level.assignment_matrix));
            for (std::size_t node = 0; node < level.pool.size(); ++node) {
                EXPECT_EQ(level.nodes[node], i == 0 ? level.pool[node] : pyramid.levels[i - 1].nodes[level.pool[node]]);
            }
            if (s % 3 != 0) {
                const NodeId divisor = NodeId{1} << level.number;
                EXPECT_EQ(level.graph.node_count(), (graph.node_count() + divisor - 1) / divisor);
            }
        }
    }
}

TEST(NmfPyramid, DroppingSmallSharesKeepsThoseThatMatter) {
    const Graph graph = random_graph(Seed(3), {.least_nodes = 60, .disconnected = false});
    const Pyramid dense = nmf_pyramid(graph, {.levels = {1}}, Seed(3));
    const Pyramid thin = nmf_pyramid(graph, {.levels = {1}, .drop_below = 0.2}, Seed(3));
    EXPECT_LT(thin.levels[0].assignment_matrix->indices.size(), dense.levels[0].assignment_matrix->indices.size());
    EXPECT_LE(thin.levels[0].graph.node_count(), dense.levels[0].graph.node_count());
    for (const NodeId cluster : cluster_assignment(thin, 0)) {
        EXPECT_GE(cluster, 0);
    }
}

TEST(NmfPyramid, NodesWithoutEdgesAreSharedOutEvenly) {
    const Pyramid none = nmf_pyramid(Graph::from_edges(4, {}), {.levels = {1}}, Seed(1));
    EXPECT_EQ(dense_matrix(*none.levels[0].assignment_matrix), Eigen::MatrixXd::Constant(2, 4, 0.5));
    EXPECT_EQ(none.levels[0].graph.entry_count(), 0);
    const Pyramid some = nmf_pyramid(Graph::from_edges(3, std::vector<Edge>{{0, 1}}), {.levels = {1}}, Seed(1));
    EXPECT_EQ(dense_matrix(*some.levels[0].assignment_matrix).col(2), Eigen::VectorXd::Constant(2, 0.5));
    EXPECT_EQ(nmf_pyramid(Graph(), {.levels = {1, 2}}, Seed(1)).levels[1].graph.node_count(), 0);
}

TEST(NmfPyramid, RefusesWhatDoesNotFit) {
    EXPECT_THROW((void)nmf_pyramid(path_graph(200), {.levels = {1}, .memory_limit = 10000}, Seed(1)), TooLarge);
    EXPECT_THROW((void)nmf_pyramid(path_graph(4), {.levels = {2, 2}}, Seed(1)), InvalidInput);
    EXPECT_THROW((void)nmf_pyramid(path_graph(4), {.most_iterations = 0}, Seed(1)), InvalidInput);
    EXPECT_THROW((void)nmf_pyramid(path_graph(4), {.drop_below = 2}, Seed(1)), InvalidInput);
}

TEST(NmfPyramid, SignalsArePooledAndLiftedByShares) {
    const Graph graph = random_graph(Seed(5), {.most_nodes = 40});
    const Pyramid pyramid = nmf_pyramid(graph, {.levels = {1, 3}}, Seed(5));
    const Eigen::MatrixXd shares =
        dense_matrix(*pyramid.levels[1].assignment_matrix) * dense_matrix(*pyramid.levels[0].assignment_matrix);
    const Table<double> ones{1, std::vector<double>(static_cast<std::size_t>(graph.node_count()), 1.0)};
    const Table<double> pooled = pool_signal(pyramid, 0, 2, ones);
    for (Eigen::Index i = 0; i < shares.rows(); ++i) {
        EXPECT_NEAR(pooled.values[static_cast<std::size_t>(i)], shares.row(i).sum(), 1e-12);
    }
    const Table<double> coarse{1, std::vector<double>(static_cast<std::size_t>(shares.rows()), 1.0)};
    for (const double value : lift_signal(pyramid, 2, 0, coarse, Lift::transpose).values) {
        EXPECT_NEAR(value, 1, 1e-12);
    }
}

TEST(NmfPyramids, AreTheSameForEveryNumberOfThreads) {
    std::vector<Graph> graphs;
    for (std::uint64_t s = 0; s < 12; ++s) {
        graphs.push_back(random_graph(Seed(s), {.most_nodes = 70}));
    }
    const NmfOptions options{.levels = {1, 2}, .most_iterations = 30};
    const auto one = nmf_pyramids(graphs, options, Seed(4), {1});
    const auto many = nmf_pyramids(graphs, options, Seed(4), {8});
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        NmfOptions threads = options;
        threads.parallel = {4};
        const Pyramid alone = nmf_pyramid(graphs[g], threads, Seed(4).child("graph", g));
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(one[g].levels[i].graph, many[g].levels[i].graph);
            EXPECT_EQ(one[g].levels[i].assignment_matrix, many[g].levels[i].assignment_matrix);
            EXPECT_EQ(one[g].levels[i].graph, alone.levels[i].graph);
        }
    }
}

}  // namespace
}  // namespace ndpool

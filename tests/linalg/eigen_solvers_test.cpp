// The parts of the eigensolvers, each against a slow twin.
#include <gtest/gtest.h>

#include "ndpool/generate/generate.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/linalg/eigen/dense_eigenvector.hpp"
#include "ndpool/linalg/eigen/iterative_eigenvector.hpp"
#include "ndpool/linalg/eigen/tridiagonal.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

Eigen::MatrixXd dense_matrix(const Graph& graph, Laplacian kind) {
    return kind == Laplacian::symmetric ? dense_symmetric_laplacian(graph) : dense_laplacian(graph);
}

std::vector<double> random_vector(std::size_t size, std::size_t padded_size, Seed seed) {
    std::vector<double> vector = random_unit_vector(size, seed);
    vector.resize(padded_size, 0.0);
    return vector;
}

/// ||L x - apply(x)|| for a unit vector x, over the norm of L.
double product_error(const Graph& graph, Laplacian kind, Seed seed) {
    const LaplacianOperator matrix(graph, kind);
    const std::vector<double> x = random_vector(matrix.size(), matrix.padded_size(), seed);
    std::vector<double> y(matrix.padded_size(), 7.0);
    matrix.apply(x.data(), y.data());
    for (std::size_t i = matrix.size(); i < y.size(); ++i) {
        EXPECT_EQ(y[i], 0);
    }
    const auto n = static_cast<Eigen::Index>(matrix.size());
    const Eigen::MatrixXd expected = dense_matrix(graph, kind);
    const Eigen::VectorXd difference =
        expected * Eigen::Map<const Eigen::VectorXd>(x.data(), n) - Eigen::Map<const Eigen::VectorXd>(y.data(), n);
    return difference.norm() / std::max(expected.norm(), 1e-300);
}

TEST(LaplacianOperator, MultipliesWithTheLaplacianOfRandomGraphs) {
    for (std::uint64_t s = 0; s < 200; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 80});
        for (const Laplacian kind : {Laplacian::symmetric, Laplacian::combinatorial}) {
            EXPECT_LE(product_error(graph, kind, Seed(s)), 1e-14) << "seed " << s;
        }
    }
}

TEST(LaplacianOperator, MultipliesWithHalfOfAMatrixWithLongRows) {
    const Graph graph = generate_graph("erdos-renyi:701,0.3", Seed(4)).graph;
    for (const Laplacian kind : {Laplacian::symmetric, Laplacian::combinatorial}) {
        EXPECT_LE(product_error(graph, kind, Seed(5)), 1e-14);
    }
    EXPECT_EQ(LaplacianOperator(graph, Laplacian::symmetric).entry_count(), static_cast<std::size_t>(graph.entry_count()));
}

TEST(LaplacianOperator, LeavesOutOnlyWhatCannotMatter) {
    // An exact reduction of a sensor network is full, with weights down to almost nothing.
    const Graph network = generate_graph("sensor:1200", Seed(1)).graph;
    const Graph level = kron_reduce(network, cut_keeping(network, random_kept_nodes(Seed(2), network)));
    const LaplacianOperator matrix(level, Laplacian::symmetric);
    EXPECT_LT(matrix.entry_count(), static_cast<std::size_t>(level.entry_count()));
    EXPECT_LE(product_error(level, Laplacian::symmetric, Seed(3)), 1e-12);
    EXPECT_LE(product_error(level, Laplacian::combinatorial, Seed(3)), 1e-12);
}

TEST(TridiagonalTop, OfTwoByTwoIsKnown) {
    TridiagonalTop top;
    find_top({{1, 1}, {-1}}, std::numeric_limits<double>::infinity(), top);
    EXPECT_NEAR(top.value, 2, 1e-14);
    EXPECT_NEAR(top.vector[0], std::sqrt(0.5), 1e-15);
    EXPECT_NEAR(top.vector[1], -std::sqrt(0.5), 1e-15);
}

// Any guess, above or below, and matrices that fall apart or have equal eigenvalues.
TEST(TridiagonalTop, AgreesWithADenseSolver) {
    for (std::uint64_t s = 0; s < 400; ++s) {
        Random random(Seed(s).child("tridiagonal"));
        const auto n = static_cast<std::size_t>(1 + random.below(40));
        Tridiagonal t;
        Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
        const bool equal_diagonal = random.coin();
        for (std::size_t i = 0; i < n; ++i) {
            const auto place = static_cast<Eigen::Index>(i);
            t.diagonal.push_back(equal_diagonal ? 1.0 : random.uniform(-1, 2));
            t.off_diagonal.push_back(random.below(5) == 0 ? 0.0 : random.uniform(-1, 1));
            dense(place, place) = t.diagonal.back();
            if (i + 1 < n) {
                dense(place, place + 1) = dense(place + 1, place) = t.off_diagonal.back();
            }
        }
        const double expected = dense_eigenvalues(dense).back();
        for (const double guess : {std::numeric_limits<double>::infinity(), expected + 1e-3, expected, expected - 0.1}) {
            TridiagonalTop top;
            find_top(t, guess, top);
            EXPECT_NEAR(top.value, expected, 1e-13) << "seed " << s;
            const Eigen::Map<const Eigen::VectorXd> x(top.vector.data(), static_cast<Eigen::Index>(n));
            EXPECT_NEAR(x.norm(), 1, 1e-14);
            EXPECT_LE((dense * x - expected * x).norm(), 1e-12) << "seed " << s;
        }
    }
}

TEST(Lanczos, GivesTheSameBitsHoweverFewVectorsItKeeps) {
    for (const char* spec : {"sensor:300", "delaunay:250", "complete:40", "erdos-renyi:200,0.1"}) {
        const Graph graph = generate_graph(spec, Seed(4)).graph;
        const LaplacianOperator matrix(graph, Laplacian::symmetric);
        const TopEigenpair all_kept = iterative_top_eigenpair(matrix, 1e-10, 1000, Seed(1));
        for (const std::size_t vectors : {2, 3, 10}) {
            const TopEigenpair few_kept = iterative_top_eigenpair(matrix, 1e-10, 1000, Seed(1), vectors * matrix.padded_size());
            EXPECT_EQ(few_kept.vector, all_kept.vector) << spec;
            EXPECT_EQ(few_kept.value, all_kept.value);
            EXPECT_EQ(few_kept.iterations, all_kept.iterations);
        }
    }
}

TEST(Lanczos, AgreesWithTheDenseSolverOnLargerGraphs) {
    for (const char* spec : {"sensor:400", "delaunay:300", "community:300", "barabasi-albert:300,3", "sbm:200", "torus:15x13",
                             "erdos-renyi:300,0.05", "road:300", "ring:101"}) {
        const Graph graph = generate_graph(spec, Seed(2)).graph;
        for (const Laplacian kind : {Laplacian::symmetric, Laplacian::combinatorial}) {
            const TopEigenpair dense = dense_top_eigenpair(graph, kind);
            const TopEigenpair lanczos = iterative_top_eigenpair(LaplacianOperator(graph, kind), 1e-10, 3000, Seed(5));
            EXPECT_TRUE(lanczos.converged) << spec;
            EXPECT_NEAR(lanczos.value, dense.value, 1e-12 * dense.value) << spec;
        }
    }
}

}  // namespace
}  // namespace ndpool

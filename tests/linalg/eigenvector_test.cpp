#include <gtest/gtest.h>

#include "ndpool/generate/lattice.hpp"
#include "ndpool/linalg/eigen/top_eigenvector.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

TEST(TopEigenpair, OfOneEdgeIsTwoWithOppositeSigns) {
    for (const EigenSolver solver : {EigenSolver::dense, EigenSolver::iterative}) {
        const TopEigenpair top = top_eigenpair(path_graph(2), Laplacian::symmetric, {.solver = solver}, Seed(1));
        EXPECT_NEAR(top.value, 2, 1e-12);
        EXPECT_NEAR(top.vector[0], -top.vector[1], 1e-7);
    }
}

TEST(TopEigenpair, OfAGraphWithoutEdgesIsZero) {
    EXPECT_EQ(top_eigenpair(Graph::from_edges(3, {}), Laplacian::symmetric, {}, Seed(1)).value, 0);
    EXPECT_EQ(top_eigenpair(Graph(), Laplacian::symmetric, {}, Seed(1)).value, 0);
}

TEST(TopEigenpair, IgnoresSelfLoops) {
    const std::vector<Edge> looped{{0, 1, 1}, {1, 2, 1}, {0, 0, 3}, {1, 1, 3}};
    const TopEigenpair top = top_eigenpair(Graph::from_edges(3, looped), Laplacian::combinatorial, {}, Seed(1));
    EXPECT_NEAR(top.value, 3, 1e-12);
}

// The largest eigenvalue agrees with a dense solver of another library; the vector is checked by its residual.
TEST(TopEigenpair, AgreesWithADenseSolverOnRandomGraphs) {
    for (std::uint64_t s = 0; s < 150; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 60, .weight_magnitudes = 1});
        for (const Laplacian kind : {Laplacian::symmetric, Laplacian::combinatorial}) {
            const Eigen::MatrixXd matrix =
                kind == Laplacian::symmetric ? dense_symmetric_laplacian(graph) : dense_laplacian(graph);
            const double expected = dense_eigenvalues(matrix).back();
            for (const EigenSolver solver : {EigenSolver::dense, EigenSolver::iterative}) {
                const TopEigenpair top = top_eigenpair(graph, kind, {.solver = solver}, Seed(s));
                const double tolerance = solver == EigenSolver::dense ? 1e-12 : 1e-8;
                EXPECT_NEAR(top.value, expected, tolerance * (1 + expected)) << "seed " << s;
                const Eigen::Map<const Eigen::VectorXd> v(top.vector.data(), static_cast<Eigen::Index>(top.vector.size()));
                EXPECT_NEAR(v.norm(), 1, 1e-12);
                EXPECT_NEAR((matrix * v - top.value * v).norm(), top.residual, 1e-10 * (1 + expected));
                EXPECT_TRUE(top.converged);
            }
        }
    }
}

TEST(TopEigenpair, SaysWhenItWasStoppedEarly) {
    const TopEigenpair top =
        top_eigenpair(path_graph(50), Laplacian::symmetric, {.solver = EigenSolver::iterative, .most_iterations = 3}, Seed(1));
    EXPECT_FALSE(top.converged);
    EXPECT_EQ(top.iterations, 3);
    EXPECT_GT(top.residual, 1e-6);
}

TEST(TopEigenpair, BoundsTheSpectrumWhetherItConvergedOrNot) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const Graph graph = random_graph(Seed(s), {.least_nodes = 2, .most_nodes = 60, .weight_magnitudes = 1});
        for (const Laplacian kind : {Laplacian::symmetric, Laplacian::combinatorial}) {
            const Eigen::MatrixXd matrix =
                kind == Laplacian::symmetric ? dense_symmetric_laplacian(graph) : dense_laplacian(graph);
            const double largest = dense_eigenvalues(matrix).back();
            for (const int steps : {1, 3, 0}) {
                const EigenOptions options{.solver = EigenSolver::iterative, .most_iterations = steps};
                EXPECT_GE(top_eigenpair(graph, kind, options, Seed(s)).upper_bound, largest * (1 - 1e-12));
            }
        }
    }
}

}  // namespace
}  // namespace ndpool

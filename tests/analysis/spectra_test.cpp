#include "ndpool/analysis/spectra.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/linalg/laplacian/small_eigenvalues.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

Graph path_of(NodeId nodes) {
    std::vector<Edge> edges;
    for (NodeId node = 0; node + 1 < nodes; ++node) {
        edges.push_back({node, node + 1, 1});
    }
    return Graph::from_edges(nodes, edges);
}

Graph star_of(NodeId nodes) {
    std::vector<Edge> edges;
    for (NodeId leaf = 1; leaf < nodes; ++leaf) {
        edges.push_back({0, leaf, 1});
    }
    return Graph::from_edges(nodes, edges);
}

Graph grid_of(NodeId side) {
    std::vector<Edge> edges;
    for (NodeId node = 0; node < side * side; ++node) {
        if ((node + 1) % side != 0) {
            edges.push_back({node, node + 1, 1});
        }
        if (node + side < side * side) {
            edges.push_back({node, node + side, 1});
        }
    }
    return Graph::from_edges(side * side, edges);
}

double path_eigenvalue(int k, NodeId nodes) {
    const double sine = std::sin(std::numbers::pi * k / (2.0 * nodes));
    return 4 * sine * sine;
}

void expect_relatively_near(const std::vector<double>& actual, const std::vector<double>& expected, double relative) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t k = 0; k < actual.size(); ++k) {
        EXPECT_NEAR(actual[k], expected[k], relative * expected[k]) << "eigenvalue " << k;
    }
}

TEST(LaplacianSpectrum, OfATriangleWithAnIsolatedLoopedNode) {
    const std::vector<Edge> edges{{0, 1, 1}, {1, 2, 1}, {2, 0, 1}, {3, 3, 7}};
    const Graph graph = Graph::from_edges(4, edges);

    const auto combinatorial = laplacian_spectrum(graph);
    const auto symmetric = laplacian_spectrum(graph, Laplacian::symmetric);

    EXPECT_EQ(combinatorial[0], 0);
    EXPECT_EQ(combinatorial[1], 0);
    EXPECT_NEAR(combinatorial[2], 3, 1e-14);
    EXPECT_NEAR(combinatorial[3], 3, 1e-14);
    EXPECT_EQ(symmetric[1], 0);
    EXPECT_NEAR(symmetric[2], 1.5, 1e-14);
    EXPECT_NEAR(symmetric[3], 1.5, 1e-14);
}

TEST(LaplacianSpectrum, OfNothingIsEmpty) {
    EXPECT_TRUE(laplacian_spectrum(Graph()).empty());
}

TEST(LaplacianSpectrum, AgreesWithTheDenseTwinAndCountsComponentsExactly) {
    for (std::uint64_t i = 0; i < 40; ++i) {
        const Graph graph = random_graph(Seed(i), {.most_nodes = 120});
        for (const Laplacian kind : {Laplacian::combinatorial, Laplacian::symmetric}) {
            const auto spectrum = laplacian_spectrum(graph, kind);
            const auto twin =
                dense_eigenvalues(kind == Laplacian::symmetric ? dense_symmetric_laplacian(graph) : dense_laplacian(graph));
            ASSERT_EQ(spectrum.size(), twin.size());
            EXPECT_EQ(std::count(spectrum.begin(), spectrum.end(), 0.0), connected_components(graph).count());
            EXPECT_TRUE(std::is_sorted(spectrum.begin(), spectrum.end()));
            for (std::size_t k = 0; k < spectrum.size(); ++k) {
                EXPECT_NEAR(spectrum[k], twin[k], 1e-12 * (1e-9 + twin.back())) << "seed " << i;
            }
        }
    }
}

TEST(LaplacianSpectrum, RefusesWhatNoMemoryHolds) {
    EXPECT_THROW((void)laplacian_spectrum(path_of(30000)), TooLarge);
    EXPECT_THROW((void)smallest_nonzero_eigenvalues(path_of(30000), 20000), TooLarge);
}

TEST(SmallestNonzeroEigenvalues, OfAPathAreThoseOfTheFormula) {
    expect_relatively_near(smallest_nonzero_eigenvalues(path_of(3), 10), {1, 3}, 1e-14);
    expect_relatively_near(smallest_nonzero_eigenvalues(path_of(5), 2), {path_eigenvalue(1, 5), path_eigenvalue(2, 5)}, 1e-14);
}

TEST(SmallestNonzeroEigenvalues, AreNoneWithoutEdgesAndRefuseACountOfZero) {
    EXPECT_TRUE(smallest_nonzero_eigenvalues(Graph(), 3).empty());
    EXPECT_TRUE(smallest_nonzero_eigenvalues(Graph::from_edges(2, std::vector<Edge>{{1, 1, 4}}), 3).empty());
    EXPECT_THROW((void)smallest_nonzero_eigenvalues(path_of(3), 0), InvalidInput);
}

TEST(SmallestNonzeroEigenvalues, OfSeveralComponentsAreMerged) {
    const std::vector<Graph> parts{path_of(3), Graph::from_edges(1, {}), path_of(2)};
    expect_relatively_near(smallest_nonzero_eigenvalues(disjoint_union(parts), 2), {1, 2}, 1e-14);
}

TEST(SmallestNonzeroEigenvalues, AgreeWithTheDenseTwin) {
    for (std::uint64_t i = 0; i < 40; ++i) {
        const Graph graph = random_graph(Seed(i), {.most_nodes = 90});
        const auto twin = dense_eigenvalues(dense_laplacian(graph));
        const auto zeros = static_cast<std::size_t>(connected_components(graph).count());
        const auto smallest = smallest_nonzero_eigenvalues(graph, 7);
        ASSERT_EQ(smallest.size(), std::min<std::size_t>(7, twin.size() - zeros));
        for (std::size_t k = 0; k < smallest.size(); ++k) {
            EXPECT_NEAR(smallest[k], twin[zeros + k], 1e-9 * smallest[k] + 1e-13 * twin.back()) << "seed " << i;
        }
    }
}

TEST(SmallestNonzeroEigenvalues, ComeOutEquallyFromLanczosAndFromFullMatrices) {
    for (std::uint64_t i = 0; i < 60; ++i) {
        const Graph graph =
            random_graph(Seed(i), {.least_nodes = i < 20 ? 2 : 30, .most_nodes = i < 20 ? 12 : 90, .disconnected = false});
        const int count = 1 + static_cast<int>(i % 9);
        SCOPED_TRACE(i);
        expect_relatively_near(small_eigenvalues(graph, count, EigenMethod::lanczos),
                               small_eigenvalues(graph, count, EigenMethod::dense), 1e-9);
    }
}

TEST(SmallestNonzeroEigenvalues, MissNoCopyOfAMultipleEigenvalue) {
    expect_relatively_near(small_eigenvalues(star_of(300), 12, EigenMethod::lanczos), std::vector<double>(12, 1.0), 1e-10);

    std::vector<double> expected;
    for (int a = 0; a < 6; ++a) {
        for (int b = 0; b < 6; ++b) {
            expected.push_back(path_eigenvalue(a, 40) + path_eigenvalue(b, 40));
        }
    }
    std::sort(expected.begin(), expected.end());
    const auto grid = small_eigenvalues(grid_of(40), 14, EigenMethod::lanczos);
    expect_relatively_near(grid, {expected.begin() + 1, expected.begin() + 15}, 1e-10);
}

TEST(SmallestNonzeroEigenvalues, OfALongPathAreAccurateThoughTheyAreTiny) {
    const NodeId nodes = 5000;
    std::vector<double> expected;
    for (int k = 1; k <= 10; ++k) {
        expected.push_back(path_eigenvalue(k, nodes));
    }
    expect_relatively_near(smallest_nonzero_eigenvalues(path_of(nodes), 10), expected, 1e-9);
}

TEST(SmallestNonzeroEigenvalues, SeeAWeakLinkBesideStrongOnes) {
    // Two squares joined by a weight of 1e-7: by perturbation theory the smallest eigenvalue is 1e-7 (1/4 + 1/4).
    const std::vector<Edge> edges{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1},   {4, 5, 1},
                                  {5, 6, 1}, {6, 7, 1}, {7, 4, 1}, {0, 4, 1e-7}};
    const auto smallest = smallest_nonzero_eigenvalues(Graph::from_edges(8, edges), 3);
    EXPECT_NEAR(smallest[0] / 5e-8, 1, 1e-6);
    EXPECT_NEAR(smallest[1], 2, 1e-6);
}

TEST(SmallestNonzeroEigenvalues, RefuseLinksThatRoundingHides) {
    const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {1, 2, 1e-30}, {2, 3, 1}});
    EXPECT_THROW((void)smallest_nonzero_eigenvalues(graph, 1), NumericalFailure);
}

}  // namespace
}  // namespace ndpool

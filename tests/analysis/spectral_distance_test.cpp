#include "ndpool/analysis/spectral_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ndpool/analysis/spectra.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/sparsify/threshold.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

TEST(SpectralDistance, OfAGraphToItselfIsZero) {
    const Graph graph = random_graph(Seed(3));
    EXPECT_EQ(spectral_distance(graph, graph), 0);
}

TEST(SpectralDistance, OfATriangleThatLosesAnEdge) {
    const Graph triangle = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 0, 1}});
    const Graph path = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}});
    // 0, 3, 3 becomes 0, 1, 3: the mean of 2/3 and 0.
    EXPECT_NEAR(spectral_distance(triangle, path), 1.0 / 3, 1e-14);
    EXPECT_NEAR(spectral_distance(triangle, path, 1), 2.0 / 3, 1e-14);
    // The other way round 1, 3 becomes 3, 3.
    EXPECT_NEAR(spectral_distance(path, triangle), 1, 1e-14);
}

TEST(SpectralDistance, PunishesAGraphThatFellApartByItsZeros) {
    const Graph path = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}});
    const Graph apart = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}});
    // 0, 1, 3 becomes 0, 0, 2.
    EXPECT_NEAR(spectral_distance(path, apart), (1 + 1.0 / 3) / 2, 1e-14);
    EXPECT_NEAR(spectral_distance(path, Graph::from_edges(3, {})), 1, 1e-14);
}

TEST(SpectralDistance, SkipsTheZerosThatTheOriginalHas) {
    const Graph original = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {2, 3, 2}});
    const Graph weaker = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {2, 3, 1}});
    const Graph joined = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 3, 2}});
    EXPECT_NEAR(spectral_distance(original, weaker), 0.25, 1e-14);  // 2, 4 becomes 2, 2
    const auto spectrum = laplacian_spectrum(joined);
    EXPECT_NEAR(spectral_distance(original, joined), ((spectrum[2] - 2) / 2 + (spectrum[3] - 4) / 4) / 2, 1e-13);
}

TEST(SpectralDistance, OfNoEigenvaluesIsZero) {
    EXPECT_EQ(spectral_distance(Graph(), Graph()), 0);
    EXPECT_EQ(spectral_distance(Graph::from_edges(3, {}), Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}})), 0);
}

TEST(SpectralDistance, OfSpectraIsTheMeanRelativeChange) {
    EXPECT_DOUBLE_EQ(spectral_distance(std::vector<double>{1, 2, 4}, std::vector<double>{2, 1, 4}), 0.5);
}

TEST(SpectralDistance, RefusesListsThatDoNotMatchAndOriginalZeros) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW((void)spectral_distance(std::vector<double>{1, 2}, std::vector<double>{1}), InvalidInput);
    EXPECT_THROW((void)spectral_distance(std::vector<double>{0, 2}, std::vector<double>{0, 2}), InvalidInput);
    EXPECT_THROW((void)spectral_distance(std::vector<double>{1}, std::vector<double>{nan}), InvalidInput);
    EXPECT_THROW((void)spectral_distance(Graph(), Graph(), 0), InvalidInput);
}

TEST(SpectralDistance, AgreesWithTheDenseTwinOnSparsifiedGraphs) {
    for (std::uint64_t i = 0; i < 40; ++i) {
        const Graph graph = random_graph(Seed(i), {.least_nodes = 5, .most_nodes = 90, .weight_magnitudes = 1});
        const Graph sparsified = drop_weak_edges(graph, {0.5});
        const auto before = dense_eigenvalues(dense_laplacian(graph));
        const auto after = dense_eigenvalues(dense_laplacian(sparsified));
        const auto zeros = static_cast<std::size_t>(connected_components(graph).count());
        const std::size_t count = std::min<std::size_t>(10, before.size() - zeros);
        double expected = 0;
        for (std::size_t k = zeros; k < zeros + count; ++k) {
            expected += std::abs(after[k] - before[k]) / before[k] / static_cast<double>(count);
        }
        EXPECT_NEAR(spectral_distance(graph, sparsified), expected, 1e-9) << "seed " << i;
    }
}

}  // namespace
}  // namespace ndpool

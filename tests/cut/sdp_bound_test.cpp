#include "ndpool/cut/sdp/sdp_bound.hpp"

#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/generate/lattice.hpp"

namespace ndpool {
namespace {

/// The largest cut by trying all, as a fraction of the weight.
double best_fraction(const Graph& graph) {
    double best = 0;
    for (unsigned mask = 0; mask < 1U << static_cast<unsigned>(graph.node_count() - 1); ++mask) {
        Sides sides;
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            sides.push_back((mask >> static_cast<unsigned>(node)) % 2 == 0 ? Side{1} : Side{-1});
        }
        best = std::max(best, cut_fraction(graph, sides));
    }
    return best;
}

TEST(SemidefiniteBound, IsThatOfTheRelaxationOnOddRings) {
    // The vectors of an odd ring lie in a plane, each turned by pi (n - 1) / n from the one before: (1 - cos) / 2 of the weight.
    EXPECT_NEAR(semidefinite_bound(ring_graph(3).graph, Seed(1)), 0.75, 1e-4);
    EXPECT_NEAR(semidefinite_bound(ring_graph(5).graph, Seed(1)), 0.9045085, 1e-4);
}

TEST(SemidefiniteBound, IsOneIfTheGraphIsBipartiteOrEmpty) {
    EXPECT_EQ(semidefinite_bound(grid_graph(4, 5).graph, Seed(1)), 1);
    EXPECT_EQ(semidefinite_bound(Graph(), Seed(1)), 1);
}

TEST(SemidefiniteBound, IsAboveEveryCutAndNotAboveTheEigenvalue) {
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
        const Graph graph = generate_graph("erdos-renyi:13,0.5", Seed(seed)).graph;
        const double bound = semidefinite_bound(graph, Seed(seed));
        EXPECT_GE(bound, best_fraction(graph)) << seed;
        EXPECT_LE(bound, cut_graph(graph, {}, Seed(seed)).upper_bound + 1e-4) << seed;
    }
    const Graph sensor = generate_graph("sensor:400", Seed(3)).graph;
    const double bound = semidefinite_bound(sensor, Seed(3));
    EXPECT_GE(bound, cut_graph(sensor, {.method = CutMethod::sdp}, Seed(3)).fraction);
    EXPECT_LT(bound, 0.75);
}

TEST(SemidefiniteBound, TakesEachComponentByItself) {
    const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 0}, {3, 4}};
    EXPECT_NEAR(semidefinite_bound(Graph::from_edges(5, edges), Seed(1)), (3 * 0.75 + 1) / 4, 1e-4);
}

}  // namespace
}  // namespace ndpool

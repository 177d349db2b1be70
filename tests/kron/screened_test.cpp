#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/sparsify/threshold.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

/// Small enough that nothing is ever left out.
constexpr double no_screen = 1e-300;

TEST(ScreenedKronReduce, DroppingTheMiddleOfAPathHalvesConductance) {
    const Graph path = path_graph(3);
    const Graph reduced = kron_reduce(path, cut_keeping(path, std::vector<NodeId>{0, 2}), {.drop_tolerance = 0.9});
    EXPECT_DOUBLE_EQ(reduced.weight(0, 1), 0.5);
}

// Dropping the hub gives each pair of leaves 1/100: weak beside degrees of 1, but needed by a spanning tree of 99 links.
TEST(ScreenedKronReduce, KeepsOfWeakLinksOnlyWhatHoldsTheGraphTogether) {
    const Graph star = star_graph(101);
    std::vector<NodeId> leaves(100);
    std::iota(leaves.begin(), leaves.end(), 1);
    const Graph reduced = kron_reduce(star, cut_keeping(star, leaves), {.drop_tolerance = 0.1});
    EXPECT_EQ(reduced.edge_count(), 99);
    EXPECT_EQ(connected_components(reduced).count(), 1);
    EXPECT_DOUBLE_EQ(reduced.adjacency().values.front(), 0.01);
}

TEST(ScreenedKronReduce, AWeakBridgeBetweenStrongPartsStays) {
    // Two triangles with weights of 1 and a chain of 10^-9 from one to the other; the chain's middle is dropped.
    const std::vector<Edge> edges{{0, 1, 1}, {1, 2, 1}, {0, 2, 1}, {2, 3, 1e-9}, {3, 4, 1e-9}, {4, 5, 1}, {5, 6, 1}, {4, 6, 1}};
    const Graph graph = Graph::from_edges(7, edges);
    const Graph reduced =
        kron_reduce(graph, cut_keeping(graph, std::vector<NodeId>{0, 2, 4, 6}), {.drop_tolerance = faithful_drop_tolerance});
    EXPECT_NEAR(reduced.weight(1, 2), 0.5e-9, 1e-20);
}

TEST(ScreenedKronReduce, RefusesAScreenThatIsNoShare) {
    const Graph path = path_graph(3);
    const Cut cut = cut_keeping(path, std::vector<NodeId>{0, 2});
    for (const double drop_tolerance : {-0.1, 1.0, std::nan("")}) {
        EXPECT_THROW((void)kron_reduce(path, cut, {.drop_tolerance = drop_tolerance}), InvalidInput) << drop_tolerance;
    }
}

TEST(ScreenedKronReduce, LeavingNothingOutIsTheDenseSchurComplement) {
    for (std::uint64_t s = 0; s < 200; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 120});
        const Cut cut = cut_keeping(graph, random_kept_nodes(Seed(s).child("kept"), graph));
        const Graph reduced = kron_reduce(graph, cut, {.drop_tolerance = no_screen});
        const Eigen::MatrixXd input = dense_loopy_laplacian(graph);
        const Eigen::MatrixXd expected = dense_schur_complement(input, cut.kept);
        const double distance = (expected - dense_loopy_laplacian(reduced)).cwiseAbs().maxCoeff();
        EXPECT_LT(distance, 1e-9 * std::max(1e-300, input.cwiseAbs().maxCoeff())) << "seed " << s;
        EXPECT_EQ(reduced.entry_count(), kron_reduce(graph, cut).entry_count()) << "seed " << s;
    }
}

/// Both thresholded levels have the same edges, but for weights that are epsilon to four digits, and the same weights to
/// four digits.
void expect_same_strong_edges(const Graph& exact, const Graph& screened) {
    const Threshold threshold;
    const Graph expected = drop_weak_edges(exact, threshold);
    const Graph strong = drop_weak_edges(screened, threshold);
    const auto is_tie = [&](double weight) { return weight < threshold.epsilon * (1 + 1e-4); };
    for (const Edge& edge : edges_of(expected)) {
        if (!is_tie(edge.weight)) {
            EXPECT_NEAR(strong.weight(edge.from, edge.to) / edge.weight, 1, 1e-4) << edge.from << ' ' << edge.to;
        }
    }
    for (const Edge& edge : edges_of(strong)) {
        EXPECT_GT(exact.weight(edge.from, edge.to), threshold.epsilon * (1 - 1e-9)) << edge.from << ' ' << edge.to;
    }
}

TEST(ScreenedKronReduce, FourFaithfulLevelsOfMeshesHaveTheEdgesOfTheExactOnes) {
    for (const char* spec : {"sensor:1500", "delaunay:1200", "knn-grid:36x36,8"}) {
        SCOPED_TRACE(spec);
        Graph exact = generate_graph(spec, Seed(3)).graph;
        Graph screened = exact;
        for (std::uint64_t level = 1; level <= 4; ++level) {
            SCOPED_TRACE(level);
            const Cut cut = cut_graph(screened, {}, Seed(level));
            exact = kron_reduce(exact, cut);
            screened = kron_reduce(screened, cut, {.drop_tolerance = faithful_drop_tolerance});
            expect_same_strong_edges(exact, screened);
            EXPECT_LE(screened.entry_count(), exact.entry_count());
        }
    }
}

TEST(ScreenedKronReduce, ConnectsJustWhatWasConnectedHoweverMuchIsLeftOut) {
    for (std::uint64_t s = 0; s < 150; ++s) {
        const Graph graph = random_graph(Seed(s));
        const Cut cut = cut_graph(graph, {}, Seed(s));
        for (const double drop_tolerance : {1e-2, 0.5}) {
            const Graph reduced = kron_reduce(graph, cut, {.drop_tolerance = drop_tolerance});
            const Components parts = connected_components(reduced);
            const Components exact_parts = connected_components(kron_reduce(graph, cut));
            EXPECT_EQ(parts.label, exact_parts.label) << "seed " << s << " drop_tolerance " << drop_tolerance;
        }
    }
}

// Cutting links lowers the Laplacian, and the Schur complement is monotone.
TEST(ScreenedKronReduce, HasALaplacianBelowTheExactOne) {
    for (std::uint64_t s = 0; s < 30; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 80});
        const Cut cut = cut_graph(graph, {}, Seed(s));
        const Eigen::MatrixXd exact = dense_loopy_laplacian(kron_reduce(graph, cut));
        const Eigen::MatrixXd screened = dense_loopy_laplacian(kron_reduce(graph, cut, {.drop_tolerance = 1e-2}));
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> difference(exact - screened, Eigen::EigenvaluesOnly);
        EXPECT_GT(difference.eigenvalues().minCoeff(), -1e-12 * std::max(1e-3, exact.cwiseAbs().maxCoeff())) << "seed " << s;
    }
}

TEST(ScreenedKronReduce, GivesTheSameBitsForEveryNumberOfThreads) {
    const Graph graph = generate_graph("sensor:5000", Seed(1)).graph;
    const Cut cut = cut_keeping(graph, random_kept_nodes(Seed(2), graph));
    const Graph one = kron_reduce(graph, cut, {.parallel = {1}, .drop_tolerance = 1e-6});
    EXPECT_EQ(one, kron_reduce(graph, cut, {.parallel = {2}, .drop_tolerance = 1e-6}));
    EXPECT_EQ(one, kron_reduce(graph, cut, {.parallel = {8}, .drop_tolerance = 1e-6}));
    EXPECT_EQ(one, Graph::from_adjacency(one.adjacency())) << "symmetric to the last bit";
}

TEST(ScreenedKronReduce, SaysSoOnTheWayToMoreMemoryThanThereIs) {
    const Graph graph = generate_graph("sensor:3000", Seed(1)).graph;
    const Cut cut = cut_keeping(graph, random_kept_nodes(Seed(2), graph));
    EXPECT_THROW((void)kron_reduce(graph, cut, {.memory_limit = 100000, .drop_tolerance = faithful_drop_tolerance}), TooLarge);
}

}  // namespace
}  // namespace ndpool

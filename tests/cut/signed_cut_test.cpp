#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/cut_signed.hpp"
#include "support/signed_graphs.hpp"

namespace ndpool {
namespace {

SignedGraph signed_triangle(double first, double second, double third) {
    const std::vector<Edge> edges{{0, 1, first}, {1, 2, second}, {2, 0, third}};
    return SignedGraph::from_edges(3, edges);
}

constexpr CutMethod searches[] = {CutMethod::sdp, CutMethod::power, CutMethod::tabu, CutMethod::automatic};

CutOptions options_for(CutMethod method) {
    CutOptions options{.method = method};
    options.search.tabu.steps = 500;
    return options;
}

TEST(SignedGraph, RefusesWhatIsNotSymmetric) {
    const auto matrix = [](std::vector<double> values) { return SparseMatrix{2, 2, {0, 1, 2}, {1, 0}, std::move(values)}; };
    EXPECT_TRUE(SignedGraph::from_adjacency(matrix({-1, -1})).has_negative_weight());
    EXPECT_FALSE(SignedGraph::from_adjacency(matrix({1, 1})).has_negative_weight());
    EXPECT_THROW((void)SignedGraph::from_adjacency(matrix({-1, 1})), InvalidEntry);
    EXPECT_THROW((void)SignedGraph::from_adjacency(matrix({-1, -2})), InvalidEntry);
    EXPECT_THROW((void)SignedGraph::from_adjacency(matrix({std::nan(""), -2})), InvalidEntry);
    const std::vector<Edge> twice{{0, 1, -1}, {1, 0, -1}};
    EXPECT_THROW((void)SignedGraph::from_edges(2, twice), InvalidEntry);
}

TEST(SignedCut, CutsThePositiveWeightsOfATriangleAndNotTheNegativeOne) {
    for (const CutMethod method : searches) {
        const Cut cut = cut_graph(signed_triangle(2, -1, 3), options_for(method), Seed(1));
        EXPECT_EQ(cut.weight, 5);
        EXPECT_EQ(cut.origin, CutOrigin::bipartite_exact);
        EXPECT_EQ(cut.kept, (std::vector<NodeId>{0}));
        EXPECT_DOUBLE_EQ(cut.fraction, 5.0 / 6);
        EXPECT_DOUBLE_EQ(cut.upper_bound, 5.0 / 6);
    }
}

TEST(SignedCut, LeavesAllOnOneSideWhereEveryWeightIsNegative) {
    const Cut cut = cut_graph(signed_triangle(-1, -1, -1), options_for(CutMethod::sdp), Seed(1));
    EXPECT_EQ(cut.weight, 0);
    EXPECT_EQ(cut.kept.size(), 3U);
}

TEST(SignedCut, GivesUpTheLeastOfAFrustratedTriangle) {
    for (const CutMethod method : searches) {
        const Cut cut = cut_graph(signed_triangle(-3, -2, 1), options_for(method), Seed(1));
        EXPECT_EQ(cut.weight, 0) << "cutting the edge of weight 1 would cost 2 at least";
        EXPECT_NE(cut.origin, CutOrigin::bipartite_exact);
    }
}

TEST(SignedCut, OfSmallGraphsIsTheLargest) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), {.least_nodes = 1, .most_nodes = 11});
        const double largest = largest_cut_weight(graph.adjacency());
        const double rounding = 1e-6 * magnitude_of(graph.adjacency());
        const Cut cut = cut_graph(graph, options_for(CutMethod::tabu), Seed(s));
        EXPECT_NEAR(cut.weight, largest, rounding) << "seed " << s;
        EXPECT_LE(cut.fraction, cut.upper_bound + 1e-12);
        EXPECT_EQ(cut.kept.size() + cut.dropped.size(), static_cast<std::size_t>(graph.node_count()));
        EXPECT_EQ(cut.kept.front(), 0);
        EXPECT_LE(cut_graph(graph, options_for(CutMethod::random), Seed(s)).weight, largest + rounding);
    }
}

TEST(SignedCut, RefusesTheMethodsThatNeedALaplacian) {
    for (const CutMethod method : {CutMethod::spectral, CutMethod::trevisan}) {
        EXPECT_FALSE(takes_negative_weights(method));
        EXPECT_THROW((void)cut_graph(signed_triangle(1, -1, 1), {.method = method}, Seed(1)), InvalidInput);
    }
}

}  // namespace
}  // namespace ndpool

#include "ndpool/cut/cut_bound.hpp"

#include <gtest/gtest.h>

#include "ndpool/cut/sdp/sdp_bound.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/generate/lattice.hpp"

namespace ndpool {
namespace {

CutOptions with_method(CutMethod method) {
    CutOptions options{.method = method};
    options.search.tabu.steps = 10000;
    return options;
}

CutBound bound_by(CutMethod method, const Graph& graph) {
    const CutOptions options = with_method(method);
    return cut_bound(graph, cut_graph(graph, options, Seed(2)), options, Seed(2));
}

TEST(CutBound, IsTheEigenvaluesForMethodsThatComputeOne) {
    const Graph graph = generate_graph("erdos-renyi:60,0.2", Seed(1)).graph;
    for (const CutMethod method : {CutMethod::spectral, CutMethod::random, CutMethod::trevisan, CutMethod::automatic}) {
        const CutBound bound = bound_by(method, graph);
        EXPECT_EQ(bound.source, BoundSource::largest_eigenvalue) << name_of(method);
        EXPECT_EQ(bound.fraction, cut_graph(graph, {.method = method}, Seed(2)).upper_bound) << name_of(method);
        EXPECT_EQ(bound.eigenvalue, 2 * bound.fraction) << name_of(method);
    }
    EXPECT_EQ(bound_by(CutMethod::power, graph).source, BoundSource::largest_eigenvalue);
}

TEST(CutBound, IsTheSmallerOfDualAndEigenvalueForSearches) {
    const Graph graph = generate_graph("sensor:120", Seed(1)).graph;
    for (const CutMethod method : {CutMethod::sdp, CutMethod::tabu}) {
        const CutBound bound = bound_by(method, graph);
        EXPECT_EQ(bound.source, BoundSource::semidefinite_dual);
        EXPECT_EQ(bound.fraction, semidefinite_bound(graph, Seed(2).child("dual")));
        EXPECT_LT(bound.fraction, *bound.eigenvalue / 2);
        EXPECT_GE(bound.fraction, cut_graph(graph, with_method(method), Seed(2)).fraction);
    }
}

TEST(CutBound, IsNeverBelowACutThatReachesIt) {
    const CutBound bound = bound_by(CutMethod::sdp, ring_graph(3).graph);
    EXPECT_GE(bound.fraction, 2.0 / 3);
    EXPECT_EQ(bound_by(CutMethod::sdp, grid_graph(3, 3).graph).fraction, 1);
    EXPECT_EQ(bound_by(CutMethod::sdp, Graph()).fraction, 1);
}

TEST(CutBound, OfNegativeWeightsIsThatOfThePositiveOnes) {
    const std::vector<Edge> edges{{0, 1, 3}, {1, 2, -1}, {0, 2, 1}};
    const SignedGraph graph = SignedGraph::from_edges(3, edges);
    const CutOptions options{.method = CutMethod::sdp};
    const CutBound bound = cut_bound(graph, cut_graph(graph, options, Seed(1)), options, Seed(1));
    EXPECT_DOUBLE_EQ(bound.fraction, 4.0 / 5);
    EXPECT_EQ(name_of(bound.source), "positive weights");
    EXPECT_FALSE(bound.eigenvalue);
}

TEST(CutBound, KnowsWhenTrevisansAnalysisApplies) {
    EXPECT_TRUE(bound_by(CutMethod::spectral, grid_graph(6, 6).graph).has_trevisan_guarantee());
    EXPECT_FALSE(bound_by(CutMethod::spectral, generate_graph("complete:9", Seed(1)).graph).has_trevisan_guarantee());
    EXPECT_FALSE(CutBound{}.has_trevisan_guarantee());
}

}  // namespace
}  // namespace ndpool

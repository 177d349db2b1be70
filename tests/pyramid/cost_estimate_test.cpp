#include "ndpool/pyramid/ndp/cost_estimate.hpp"

#include <gtest/gtest.h>

#include "ndpool/generate/generate.hpp"

namespace ndpool {
namespace {

Graph graph_of(const char* spec) {
    return generate_graph(spec, Seed(1)).graph;
}

Accuracy chosen_for(const char* spec, const NdpOptions& options = {}) {
    return cheap_accuracy(estimated_cost(graph_of(spec), options));
}

TEST(CostEstimate, SmallGraphsAreCheapExactly) {
    for (const char* spec : {"path:2", "grid:30x30", "sensor:2000", "complete:300", "star:500", "barabasi-albert:1000,3"}) {
        EXPECT_EQ(chosen_for(spec), Accuracy::exact) << spec;
    }
}

TEST(CostEstimate, LargeMeshesAreFaithfulAndTheLargestLean) {
    EXPECT_EQ(chosen_for("sensor:8000"), Accuracy::exact);
    EXPECT_EQ(chosen_for("sensor:20000"), Accuracy::faithful);
    EXPECT_EQ(chosen_for("grid:200x200"), Accuracy::faithful);
    EXPECT_EQ(chosen_for("grid:700x700"), Accuracy::lean);
}

TEST(CostEstimate, APathStaysSparseAndExact) {
    EXPECT_EQ(chosen_for("path:100000"), Accuracy::exact);
}

TEST(CostEstimate, HubsMakeFaithfulNoCheaperThanExact) {
    const CostEstimate cost = estimated_cost(graph_of("barabasi-albert:20000,3"), {});
    EXPECT_GT(cost.exact, cheap_exact_seconds);
    EXPECT_GE(cost.faithful, cost.exact);
    EXPECT_EQ(cheap_accuracy(cost), Accuracy::lean);
}

TEST(CostEstimate, IsThatOfTheDenseProductsOnceALevelIsFull) {
    // (n^3 - (n / 2)^3) / 3 multiplications and additions at 25 GFlop/s, 20 ns for each entry cut and 10 for each made.
    const double n = 1000;
    const double expected = 7.0 / 24 * n * n * n / 25e9 + n * (n - 1) * 20e-9 + n * n / 4 * 10e-9;
    EXPECT_NEAR(estimated_cost(graph_of("complete:1000"), {.levels = {1}}).exact, expected, 1e-9);
}

TEST(CostEstimate, GrowsWithTheLevelsAndCountsThoseOfUntil) {
    const Graph graph = graph_of("sensor:3000");
    const double two = estimated_cost(graph, {.levels = {2}}).exact;
    EXPECT_GT(two, estimated_cost(graph, {.levels = {1}}).exact);
    EXPECT_GE(estimated_cost(graph, {.until_nodes = 100}).exact, estimated_cost(graph, {.levels = {1, 2, 3}}).exact);
}

TEST(CostEstimate, OfASetIsTheSum) {
    const std::vector<Graph> graphs(3, graph_of("sensor:500"));
    const CostEstimate one = estimated_cost(graphs.front(), {});
    const CostEstimate all = estimated_cost(graphs, {});
    EXPECT_DOUBLE_EQ(all.exact, 3 * one.exact);
    EXPECT_DOUBLE_EQ(all.faithful, 3 * one.faithful);
    EXPECT_DOUBLE_EQ(all.lean, 3 * one.lean);
}

TEST(CostEstimate, OfNothingIsNothing) {
    EXPECT_EQ(estimated_cost(Graph(), {}).exact, 0);
}

}  // namespace
}  // namespace ndpool

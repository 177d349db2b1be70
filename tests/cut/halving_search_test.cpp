// The search that halves a field of cuts, by itself and as the long search of a whole graph.
#include "ndpool/cut/search/halving_search.hpp"

#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/cut_signed.hpp"
#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/search/combine_cuts.hpp"
#include "ndpool/cut/search/local_search.hpp"
#include "ndpool/generate/generate.hpp"
#include "support/signed_graphs.hpp"

namespace ndpool {
namespace {

constexpr RandomGraphOptions up_to_twelve{.least_nodes = 2, .most_nodes = 12};

TEST(TakeChangesNotWorse, OfOneCutIsAtLeastAsGoodAsEitherCut) {
    for (std::uint64_t s = 0; s < 200; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), {.least_nodes = 2, .most_nodes = 60, .weight_magnitudes = 1});
        const CutProblem problem(graph);
        const Sides before = random_sides(graph.node_count(), Seed(s).child("one"));
        const Sides after = random_sides(graph.node_count(), Seed(s).child("other"));
        const double least = std::max(cut_weight(problem, before), cut_weight(problem, after));
        Sides best = before;
        take_changes_not_worse(problem, best, before, after);
        EXPECT_GE(cut_weight(problem, best), least - 1e-6 * std::abs(least)) << "seed " << s;
    }
}

TEST(TakeChangesNotWorse, OfSeveralCutsFromOneStartAreNeverWorse) {
    for (std::uint64_t s = 0; s < 200; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), {.least_nodes = 2, .most_nodes = 60, .weight_magnitudes = 1});
        const CutProblem problem(graph);
        const Sides before = random_sides(graph.node_count(), Seed(s));
        Sides best = before;
        for (std::uint64_t i = 0; i < 5; ++i) {
            const double least = cut_weight(problem, best);
            take_changes_not_worse(problem, best, before, random_sides(graph.node_count(), Seed(s).child("after", i)));
            EXPECT_GE(cut_weight(problem, best), least - 1e-6 * std::abs(least)) << "seed " << s;
        }
    }
}

TEST(TakeChangesNotWorse, TakesARegionThatIsEquallyGood) {
    const CutProblem path(Graph::from_edges(5, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
    const Sides before{1, -1, -1, 1, -1};
    Sides best = before;
    const Sides with_gain{-1, 1, -1, 1, -1};
    take_changes_not_worse(path, best, before, with_gain);
    EXPECT_EQ(best, with_gain);
    const Sides uncut_left{1, 1, -1, 1, -1};
    const Sides uncut_right{1, -1, -1, 1, -1};
    best = uncut_left;
    take_changes_not_worse(path, best, uncut_left, uncut_right);
    EXPECT_EQ(best, uncut_right);
}

TEST(HalvingPlan, StaysWithinTheStepsAndNeedsEnoughOfThem) {
    const CutProblem problem(generate_graph("erdos-renyi:300,0.05", Seed(1)).graph);
    EXPECT_FALSE(halving_plan(problem, 1000).has_value());
    for (const double steps : {2e8, 1e9, 1e10, 1e12}) {
        const auto plan = halving_plan(problem, steps);
        ASSERT_TRUE(plan.has_value());
        const std::uint64_t sweeps =
            plan->groups * plan->start_sweeps + plan->start_sweeps / 8 + halving_rounds * plan->round_sweeps;
        const double planned = 32.0 * static_cast<double>(sweeps) * problem.node_count();
        EXPECT_LE(planned, steps);
        EXPECT_GE(planned, 0.99 * steps);
    }
}

TEST(HalvingSearch, FindsLargestCutsOfSmallGraphsAndEndsWithItsBudget) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), up_to_twelve);
        const CutProblem problem(graph);
        SearchBudget budget(0, 100000);
        const HalvingPlan plan{.start_sweeps = 20, .round_sweeps = 20, .tabu_steps = 100};
        const Sides sides =
            halving_search(problem, Sides(static_cast<std::size_t>(graph.node_count()), 1), plan, Seed(s), budget);
        EXPECT_TRUE(budget.is_spent());
        EXPECT_GE(weight_between(graph.adjacency(), sides),
                  largest_cut_weight(graph.adjacency()) - 1e-6 * magnitude_of(graph.adjacency()))
            << "seed " << s;
    }
}

TEST(HalvingSearch, IsNeverWorseThanItsStartAndTheSameForTheSameSteps) {
    const CutProblem problem(generate_graph("erdos-renyi:300,0.05", Seed(1)).graph);
    Sides start = random_sides(problem.node_count(), Seed(2));
    local_search(problem, start);
    const HalvingPlan plan{.start_sweeps = 20, .round_sweeps = 10, .tabu_steps = 1000};
    double before = cut_weight(problem, start);
    for (const std::uint64_t steps : {1, 1000, 100000, 1000000}) {
        SearchBudget budget(0, steps);
        SearchBudget again(0, steps);
        const Sides found = halving_search(problem, start, plan, Seed(1), budget);
        EXPECT_EQ(halving_search(problem, start, plan, Seed(1), again), found);
        EXPECT_GE(cut_weight(problem, found), before) << "more steps begin with the same steps";
        before = cut_weight(problem, found);
    }
}

TEST(TabuCut, ReportsTheWeightOfItsSidesWhereItSearchesLong) {
    CutOptions options{.method = CutMethod::tabu};
    options.search.tabu.steps = 1'000'000;
    std::vector<SignedGraph> graphs{SignedGraph::from_edges(0, {}), SignedGraph::from_edges(1, {}),
                                    SignedGraph::from_edges(2, std::vector<Edge>{{0, 1, -2.0}}),
                                    SignedGraph::from_edges(5, std::vector<Edge>{{0, 1}, {0, 2, -1.0}, {0, 3}, {0, 4}})};
    for (std::uint64_t s = 0; s < 20; ++s) {
        graphs.push_back(random_signed_graph(Seed(s), up_to_twelve));
    }
    for (const SignedGraph& graph : graphs) {
        const Cut cut = cut_graph(graph, options, Seed(1));
        ASSERT_EQ(cut.kept.size() + cut.dropped.size(), static_cast<std::size_t>(graph.node_count()));
        Sides sides(static_cast<std::size_t>(graph.node_count()), 1);
        for (const NodeId node : cut.dropped) {
            sides[node] = -1;
        }
        EXPECT_NEAR(cut.weight, weight_between(graph.adjacency(), sides), 1e-9 * magnitude_of(graph.adjacency()));
        if (graph.node_count() > 0) {
            EXPECT_GE(cut.weight, largest_cut_weight(graph.adjacency()) - 1e-6 * magnitude_of(graph.adjacency()));
        }
    }
}

}  // namespace
}  // namespace ndpool

// What the long search is made of: annealing, exact regions, contracted cuts, budgets.
#include <gtest/gtest.h>

#include <numeric>

#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/regions/region_cover.hpp"
#include "ndpool/cut/search/annealing.hpp"
#include "ndpool/cut/search/contract_cuts.hpp"
#include "ndpool/cut/search/cut_problem.hpp"
#include "ndpool/cut/search/local_search.hpp"
#include "ndpool/cut/search/tabu_search.hpp"
#include "ndpool/generate/generate.hpp"
#include "support/signed_graphs.hpp"

namespace ndpool {
namespace {

constexpr RandomGraphOptions small_graphs{.least_nodes = 2, .most_nodes = 12};
constexpr std::uint64_t no_limit = 1'000'000'000'000;

std::vector<NodeId> all_nodes(const CutProblem& problem) {
    std::vector<NodeId> nodes(static_cast<std::size_t>(problem.node_count()));
    std::iota(nodes.begin(), nodes.end(), 0);
    return nodes;
}

TEST(SearchBudget, GrantsItsStepsAndNoMore) {
    SearchBudget budget(0, 10);
    EXPECT_EQ(budget.grant(7), 7);
    EXPECT_FALSE(budget.is_spent());
    EXPECT_EQ(budget.grant(7), 3);
    EXPECT_TRUE(budget.is_spent());
    EXPECT_EQ(budget.grant(1), 0);
}

TEST(SearchBudget, WithoutSecondsIsSpent) {
    SearchBudget budget(0, 0);
    EXPECT_TRUE(budget.is_spent());
    EXPECT_EQ(budget.grant(5), 0);
}

TEST(Annealing, FindsTheLargestCutOfSmallGraphsAlmostAlways) {
    int missed = 0;
    for (std::uint64_t s = 0; s < 100; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), small_graphs);
        const CutProblem problem(graph);
        Sides sides = random_sides(graph.node_count(), Seed(s));
        SearchBudget budget(0, no_limit);
        Annealing(problem, Seed(s)).run(sides, {.sweeps = 300}, budget);
        missed += weight_between(graph.adjacency(), sides) <
                          largest_cut_weight(graph.adjacency()) - 1e-6 * magnitude_of(graph.adjacency())
                      ? 1
                      : 0;
    }
    EXPECT_LE(missed, 10);
}

TEST(Annealing, EndsWhereNoFlipGainsAlsoWithoutABudget) {
    const CutProblem problem(generate_graph("erdos-renyi:300,0.05", Seed(1)).graph);
    for (const std::uint64_t steps : {1, 1000, 100000}) {
        Sides sides = random_sides(problem.node_count(), Seed(1));
        SearchBudget budget(0, steps);
        Annealing(problem, Seed(1)).run(sides, {.sweeps = 50}, budget);
        for (NodeId node = 0; node < problem.node_count(); ++node) {
            EXPECT_LE(gain_of(problem, node, sides), problem.noise(node));
        }
    }
}

TEST(EliminationOrder, KeepsItsWidthAndKnowsAllLaterNeighbours) {
    for (std::uint64_t s = 0; s < 100; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s));
        const CutProblem problem(graph);
        for (const int width : {0, 1, 3}) {
            MinimumDegreeOrder elimination(problem, width);
            Random random{Seed(s)};
            const EliminationOrder& order = elimination.of(all_nodes(problem), random);
            std::vector<NodeId> place(static_cast<std::size_t>(problem.node_count()), -1);
            for (std::size_t i = 0; i < order.nodes.size(); ++i) {
                EXPECT_EQ(place[order.nodes[i]], -1) << "twice in the order";
                place[order.nodes[i]] = static_cast<NodeId>(i);
            }
            for (std::size_t i = 0; i < order.nodes.size(); ++i) {
                const auto later = order.later_of(i);
                EXPECT_LE(later.size(), static_cast<std::size_t>(width));
                EXPECT_TRUE(std::is_sorted(later.begin(), later.end()));
                for (const NodeId neighbor : problem.neighbors(order.nodes[i])) {
                    if (place[neighbor] > static_cast<NodeId>(i)) {
                        EXPECT_TRUE(std::binary_search(later.begin(), later.end(), place[neighbor]));
                    }
                }
                for (const NodeId other : later.subspan(later.empty() ? 0 : 1)) {
                    const auto beyond = order.later_of(static_cast<std::size_t>(later.front()));
                    EXPECT_TRUE(std::binary_search(beyond.begin(), beyond.end(), other)) << "neighbours are joined";
                }
            }
        }
    }
}

TEST(RegionSolver, OfAllNodesFindsALargestCut) {
    for (std::uint64_t s = 0; s < 100; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), small_graphs);
        const CutProblem problem(graph);
        Sides sides = random_sides(graph.node_count(), Seed(s));
        Random random{Seed(s)};
        RegionSolver(problem, 12).solve(all_nodes(problem), sides, random);
        EXPECT_NEAR(weight_between(graph.adjacency(), sides), largest_cut_weight(graph.adjacency()),
                    1e-6 * magnitude_of(graph.adjacency()))
            << "seed " << s;
    }
}

TEST(RegionSolver, NeverLosesAndLeavesAllOutsideWhereItIs) {
    for (std::uint64_t s = 0; s < 100; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s));
        const CutProblem problem(graph);
        const Sides before = random_sides(graph.node_count(), Seed(s));
        const std::vector<NodeId> nodes = all_nodes(problem);
        const std::span<const NodeId> region = std::span(nodes).first(nodes.size() / 2);
        for (const int width : {0, 2, 5}) {
            Sides sides = before;
            Random random{Seed(s)};
            RegionSolver(problem, width).solve(region, sides, random);
            EXPECT_GE(cut_weight(problem, sides), cut_weight(problem, before) - 1e-6 * magnitude_of(graph.adjacency()));
            EXPECT_TRUE(std::equal(sides.begin() + static_cast<std::ptrdiff_t>(region.size()), sides.end(),
                                   before.begin() + static_cast<std::ptrdiff_t>(region.size())));
        }
    }
}

TEST(ContractCuts, OfOneCutIsANodeAComponentAndOfATriangleWhatIsOpen) {
    const CutProblem triangle(Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}}));
    const Sides first{1, -1, 1};
    const Sides second{1, -1, -1};
    const std::vector<const Sides*> one{&first};
    EXPECT_EQ(contract_cuts(triangle, one).problem.node_count(), 1);
    const std::vector<const Sides*> two{&first, &second};
    const ContractedCuts contracted = contract_cuts(triangle, two);
    EXPECT_EQ(contracted.node_of, (std::vector<NodeId>{0, 0, 1}));
    EXPECT_EQ(contracted.problem.entry_count(), 0) << "both cuts weigh the same";
    EXPECT_EQ(contracted.extended(Sides{1, -1}, first), second);
}

TEST(ContractCuts, HoldsEveryOneOfTheCutsAndDifferencesOfWeights) {
    for (std::uint64_t s = 0; s < 100; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), {.least_nodes = 5, .most_nodes = 60, .weight_magnitudes = 1});
        const CutProblem problem(graph);
        std::vector<Sides> cuts;
        std::vector<const Sides*> views;
        for (std::uint64_t i = 0; i < 3; ++i) {
            cuts.push_back(random_sides(graph.node_count(), Seed(s).child("cut", i)));
            local_search(problem, cuts.back());
        }
        for (const Sides& cut : cuts) {
            views.push_back(&cut);
        }
        const ContractedCuts contracted = contract_cuts(problem, views);
        for (NodeId node = 0; node < problem.node_count(); ++node) {
            for (NodeId other = 0; other < node; ++other) {
                if (contracted.node_of[node] == contracted.node_of[other]) {
                    const bool together = cuts[0][node] == cuts[0][other];
                    EXPECT_EQ(cuts[1][node] == cuts[1][other], together);
                    EXPECT_EQ(cuts[2][node] == cuts[2][other], together);
                }
            }
        }
        const Sides flips = random_sides(contracted.problem.node_count(), Seed(s).child("flips"));
        const double gained = cut_weight(problem, contracted.extended(flips, cuts[0])) - cut_weight(problem, cuts[0]);
        const double scale = gained == 0 ? 1 : cut_weight(contracted.problem, flips) / gained;
        EXPECT_GT(scale, 0) << "the two problems differ by a constant and a power of two";
    }
}

TEST(TabuSearch, ReturnsTheBestCutItMet) {
    for (std::uint64_t s = 0; s < 50; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), small_graphs);
        const CutProblem problem(graph);
        const Sides start = random_sides(graph.node_count(), Seed(s));
        SearchBudget budget(0, no_limit);
        const Sides found = TabuSearch(problem, Seed(s)).run(start, 300, budget);
        EXPECT_GE(cut_weight(problem, found), cut_weight(problem, start));
    }
}

}  // namespace
}  // namespace ndpool

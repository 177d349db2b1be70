// What the searches are made of: problem, gains, flips, passes, regions, mixing vectors.
#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/regions/low_degree_reduction.hpp"
#include "ndpool/cut/sdp/mixing_vectors.hpp"
#include "ndpool/cut/search/combine_cuts.hpp"
#include "ndpool/cut/search/cut_problem.hpp"
#include "ndpool/cut/search/fiduccia_mattheyses.hpp"
#include "ndpool/cut/search/gain_buckets.hpp"
#include "ndpool/cut/search/local_search.hpp"
#include "ndpool/cut/search/search_cut.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/generate/lattice.hpp"
#include "support/signed_graphs.hpp"

namespace ndpool {
namespace {

constexpr RandomGraphOptions small{.least_nodes = 2, .most_nodes = 12};

/// Whether a single flip would gain more than rounding.
bool can_be_flipped(const CutProblem& problem, std::span<const Side> sides) {
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        if (gain_of(problem, node, sides) > problem.noise(node)) {
            return true;
        }
    }
    return false;
}

TEST(CutProblem, LeavesSelfLoopsOutAndIntegersAsTheyAre) {
    const std::vector<Edge> edges{{0, 1, -3}, {1, 2, 1}, {1, 1, 7}};
    const CutProblem problem(SignedGraph::from_edges(3, edges));
    EXPECT_EQ(problem.entry_count(), 4);
    EXPECT_TRUE(problem.has_integer_weights());
    EXPECT_EQ(problem.magnitude(1), 4);
    EXPECT_EQ(cut_weight(problem, Sides{1, -1, 1}), -2);
}

TEST(CutProblem, KeepsWeightsOfEveryMagnitude) {
    const std::vector<Edge> edges{{0, 1, 1e300}, {1, 2, 1e260}, {2, 3, 1e-200}};
    const CutProblem problem(Graph::from_edges(4, edges));
    EXPECT_GT(problem.weights(2)[0], 0) << "1e-40 of the largest";
    const std::vector<Edge> tiny{{0, 1, 5e-324}, {1, 2, 1e-310}};
    for (const CutProblem& any : {problem, CutProblem(Graph::from_edges(3, tiny))}) {
        for (const float weight : any.weights()) {
            EXPECT_TRUE(std::isfinite(weight) && weight >= 0);
        }
    }
}

TEST(CutProblem, RenumbersLargeGraphsAndFindsTheWayBack) {
    const Graph graph = generate_graph("erdos-renyi:40000,0.0001", Seed(1)).graph;
    const CutProblem problem(graph);
    const Sides sides = random_sides(graph.node_count(), Seed(2));
    EXPECT_EQ(problem.in_input_order(problem.from_input_order(sides)), sides);
    EXPECT_NE(problem.from_input_order(sides), sides);
    EXPECT_EQ(cut_weight(problem, problem.from_input_order(sides)), cut_weight(graph, sides));
}

TEST(OneFlip, MovesTheNodeOfATriangleThatGains) {
    const CutProblem triangle(complete_graph(3));
    Sides sides{1, 1, 1};
    EXPECT_EQ(gain_of(triangle, 0, sides), 2);
    EXPECT_EQ(local_search(triangle, sides), 2);
    EXPECT_EQ(cut_weight(triangle, sides), 2);
}

TEST(OneFlip, EndsWhereNoFlipGainsAndCountsWhatItGained) {
    for (std::uint64_t s = 0; s < 200; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s));
        const CutProblem problem(graph);
        Sides sides = random_sides(graph.node_count(), Seed(s));
        const double before = cut_weight(problem, sides);
        const double exact_before = weight_between(graph.adjacency(), sides);
        const double gained = local_search(problem, sides);
        EXPECT_GE(gained, 0);
        EXPECT_NEAR(cut_weight(problem, sides) - before, gained, 1e-9 * (gained + 1) + 1e-9 * std::abs(before));
        EXPECT_GE(weight_between(graph.adjacency(), sides), exact_before) << "seed " << s;
        EXPECT_FALSE(can_be_flipped(problem, sides)) << "seed " << s;
    }
}

TEST(Flip, KeepsAllGainsUpToDate) {
    for (std::uint64_t s = 0; s < 50; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), {.least_nodes = 1, .most_nodes = 60, .weighted = false});
        const CutProblem problem(graph);
        Sides sides = random_sides(graph.node_count(), Seed(s));
        std::vector<double> gains = gains_of(problem, sides);
        Random random{Seed(s)};
        for (int i = 0; i < 40; ++i) {
            flip(problem, static_cast<NodeId>(random.below(sides.size())), sides, gains);
        }
        EXPECT_EQ(gains, gains_of(problem, sides));
    }
}

TEST(GainBuckets, HaveOneOfTheLargestGainAtHand) {
    for (std::uint64_t s = 0; s < 50; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), {.least_nodes = 1, .most_nodes = 80, .weighted = false});
        const CutProblem problem(graph);
        Sides sides = random_sides(graph.node_count(), Seed(s));
        std::vector<double> gains = gains_of(problem, sides);
        GainBuckets buckets(problem);
        buckets.fill(gains);
        Random random{Seed(s)};
        for (std::size_t left = sides.size(); left > 0; --left) {
            const NodeId node = buckets.latest();
            const NodeId other = buckets.any(random, [](NodeId /*node*/) { return true; });
            EXPECT_EQ(gains[node], gains[other]);
            buckets.remove(node);
            flip(problem, node, sides, gains);
            for (const NodeId neighbor : problem.neighbors(node)) {
                buckets.update(neighbor, gains[neighbor]);
            }
        }
        EXPECT_EQ(buckets.latest(), -1);
    }
}

TEST(RefineByPasses, FindsTheCutOfAnEvenRingThatNoSingleFlipFinds) {
    // Two faults opposite each other: every node of the ring has a gain of 0 or less.
    const CutProblem ring(ring_graph(8).graph);
    Sides sides{1, -1, 1, -1, -1, 1, -1, 1};
    EXPECT_FALSE(can_be_flipped(ring, sides));
    EXPECT_EQ(refine_by_passes(ring, sides), 2);
    EXPECT_EQ(cut_weight(ring, sides), 8);
}

TEST(RefineByPasses, NeverLosesAndEndsWhereNoFlipGains) {
    for (std::uint64_t s = 0; s < 150; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s));
        const CutProblem problem(graph);
        Sides sides = random_sides(graph.node_count(), Seed(s));
        Sides flipped = sides;
        const double before = weight_between(graph.adjacency(), sides);
        (void)refine_by_passes(problem, sides);
        (void)local_search(problem, flipped);
        EXPECT_GE(weight_between(graph.adjacency(), sides), before) << "seed " << s;
        EXPECT_GE(weight_between(graph.adjacency(), sides),
                  weight_between(graph.adjacency(), flipped) - 1e-9 * magnitude_of(graph.adjacency()));
        EXPECT_FALSE(can_be_flipped(problem, sides)) << "seed " << s;
    }
}

TEST(TakeBetterRegions, TakesEachRegionFromTheCutThatHasItBetter) {
    // Two squares joined by an edge: each cut has one of them right.
    const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 4}};
    const CutProblem problem(Graph::from_edges(8, edges));
    Sides best{1, -1, 1, -1, 1, 1, 1, 1};
    const Sides other{1, 1, 1, -1, 1, -1, 1, -1};
    EXPECT_EQ(take_better_regions(problem, best, other), 4);
    EXPECT_EQ(best, (Sides{1, -1, 1, -1, 1, -1, 1, -1}));
}

TEST(TakeBetterRegions, IsNeverWorseThanEitherCut) {
    for (std::uint64_t s = 0; s < 200; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s));
        const CutProblem problem(graph);
        Sides best = random_sides(graph.node_count(), Seed(s).child("first"));
        const Sides other = random_sides(graph.node_count(), Seed(s).child("second"));
        const double first = weight_between(graph.adjacency(), best);
        const double second = weight_between(graph.adjacency(), other);
        (void)take_better_regions(problem, best, other);
        EXPECT_GE(weight_between(graph.adjacency(), best), std::max(first, second) - 1e-5 * magnitude_of(graph.adjacency()))
            << "seed " << s;
        EXPECT_GE(weight_between(graph.adjacency(), best), first);
    }
}

TEST(WithoutLowDegrees, NothingIsLeftOfATreeAndItIsCutCompletely) {
    const std::vector<Edge> edges{{0, 1, 2}, {0, 2, 1}, {0, 3, 1}, {0, 4, 3}, {0, 5, 1}, {5, 6, 1}};
    const CutProblem tree(Graph::from_edges(7, edges));
    const auto reduced = without_low_degrees(tree);
    ASSERT_TRUE(reduced.has_value());
    EXPECT_EQ(reduced->rest().node_count(), 0);
    EXPECT_EQ(cut_weight(tree, reduced->extended({})), 9);
}

TEST(WithoutLowDegrees, LeavesGraphsOfHigherDegreesAlone) {
    EXPECT_FALSE(without_low_degrees(CutProblem(complete_graph(5))).has_value());
    EXPECT_TRUE(without_low_degrees(CutProblem(complete_graph(4))).has_value());
}

TEST(WithoutLowDegrees, TheLeavesOfAHubAreQuicklyGone) {
    std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 0}};
    for (NodeId leaf = 3; leaf < 100000; ++leaf) {
        edges.push_back({0, leaf});
    }
    const CutProblem problem(Graph::from_edges(100000, edges));
    const auto reduced = without_low_degrees(problem);
    ASSERT_TRUE(reduced.has_value());
    EXPECT_EQ(reduced->rest().node_count(), 0);
    EXPECT_EQ(cut_weight(problem, reduced->extended({})), 99999);
}

TEST(WithoutLowDegrees, ALargestCutOfTheRestExtendsToALargestCut) {
    int with_rest = 0;
    for (std::uint64_t s = 0; s < 300; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), {.least_nodes = 2, .most_nodes = 13, .weight_magnitudes = 1});
        const CutProblem problem(graph);
        const auto reduced = without_low_degrees(problem);
        if (!reduced) {
            continue;
        }
        const CutProblem& rest = reduced->rest();
        const auto n = static_cast<std::size_t>(rest.node_count());
        with_rest += n > 0 ? 1 : 0;
        Sides sides(n, 1);
        Sides best = sides;
        for (std::size_t code = 0; n > 0 && code < (std::size_t{1} << (n - 1)); ++code) {
            for (std::size_t i = 1; i < n; ++i) {
                sides[i] = (code >> (i - 1) & 1) != 0 ? Side{-1} : Side{1};
            }
            best = cut_weight(rest, sides) > cut_weight(rest, best) ? sides : best;
        }
        EXPECT_NEAR(weight_between(graph.adjacency(), reduced->extended(best)), largest_cut_weight(graph.adjacency()),
                    1e-6 * magnitude_of(graph.adjacency()))
            << "seed " << s;
    }
    EXPECT_GT(with_rest, 10);
}

TEST(MixingVectors, OfATrianglePointInThreeDirections) {
    const CutProblem triangle(complete_graph(3));
    const MixingVectors vectors = mixing_vectors(triangle, 8, 100, Seed(1), {});
    EXPECT_NEAR(relaxed_cut_weight(triangle, vectors), 2.25, 1e-5);
}

TEST(MixingVectors, AreUnitVectorsWhoseCutGrowsWithEverySweep) {
    for (const std::string spec : {"sensor:20000", "erdos-renyi:20000,0.0004", "barabasi-albert:20000,3"}) {
        const CutProblem problem(generate_graph(spec, Seed(1)).graph);
        for (const int rank : {4, 8}) {
            double before = 0;
            for (const int sweeps : {0, 1, 2, 3, 6, 12}) {
                const MixingVectors vectors = mixing_vectors(problem, rank, sweeps, Seed(1), {});
                const double weight = relaxed_cut_weight(problem, vectors);
                EXPECT_GT(weight, before) << spec << " after " << sweeps << " sweeps";
                before = weight;
                for (NodeId node = 0; node < problem.node_count(); node += 997) {
                    double square = 0;
                    for (const float value : vectors.of(node)) {
                        square += value * value;
                    }
                    EXPECT_NEAR(square, 1, 1e-5);
                }
            }
        }
    }
}

TEST(MixingVectors, AreTheSameForEveryNumberOfThreads) {
    const Graph graph = generate_graph("sensor:50000", Seed(1)).graph;
    const CutProblem problem(graph);
    const auto one = mixing_vectors(problem, 4, 3, Seed(1), {1}).values;
    EXPECT_EQ(mixing_vectors(problem, 4, 3, Seed(1), {2}).values, one);
    EXPECT_EQ(mixing_vectors(CutProblem(graph, {8}), 4, 3, Seed(1), {8}).values, one);
}

TEST(CutGraph, IsTheSameForEveryNumberOfThreads) {
    const Graph graph = generate_graph("sensor:40000", Seed(1)).graph;
    for (const CutMethod method : {CutMethod::sdp, CutMethod::power}) {
        const Cut one = cut_graph(graph, {.method = method}, Seed(1));
        for (const int threads : {2, 8}) {
            EXPECT_EQ(cut_graph(graph, {.method = method, .parallel = {threads}}, Seed(1)).kept, one.kept);
        }
    }
}

TEST(SdpCut, IsTheLargestCutOfSmallGraphsAlmostAlways) {
    int missed = 0;
    for (std::uint64_t s = 0; s < 200; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), small);
        const CutProblem problem(graph);
        const Sides sides = search_sides(problem, SearchMethod::sdp, {}, Seed(s));
        EXPECT_EQ(sides.front(), 1);
        EXPECT_FALSE(can_be_flipped(problem, sides));
        const double largest = largest_cut_weight(graph.adjacency());
        missed += weight_between(graph.adjacency(), sides) < largest - 1e-6 * magnitude_of(graph.adjacency()) ? 1 : 0;
    }
    EXPECT_LE(missed, 2);
}

TEST(TabuCut, IsTheLargestCutOfSmallGraphs) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), small);
        SearchOptions options;
        options.tabu.steps = 2000;
        const Sides sides = search_sides(CutProblem(graph), SearchMethod::tabu, options, Seed(s));
        EXPECT_GE(weight_between(graph.adjacency(), sides),
                  largest_cut_weight(graph.adjacency()) - 1e-6 * magnitude_of(graph.adjacency()))
            << "seed " << s;
    }
}

TEST(TabuCut, IsNeverWorseThanSdpAndTheSameForTheSameSteps) {
    for (const std::string spec : {"sensor:500", "erdos-renyi:300,0.05", "grid:9x9"}) {
        const CutProblem problem(generate_graph(spec, Seed(1)).graph);
        SearchOptions options;
        options.tabu.steps = 30000;
        const Sides tabu = search_sides(problem, SearchMethod::tabu, options, Seed(1));
        EXPECT_GE(cut_weight(problem, tabu), cut_weight(problem, search_sides(problem, SearchMethod::sdp, options, Seed(1))));
        EXPECT_EQ(search_sides(problem, SearchMethod::tabu, options, Seed(1)), tabu);
    }
}

TEST(SearchCut, OfNothingIsNothing) {
    for (const SearchMethod method : {SearchMethod::sdp, SearchMethod::power, SearchMethod::tabu}) {
        EXPECT_TRUE(search_sides(CutProblem(Graph()), method, {}, Seed(1)).empty());
        EXPECT_EQ(search_sides(CutProblem(Graph::from_edges(2, {})), method, {}, Seed(1)).front(), 1);
    }
}

TEST(CutGraph, AutomaticIsNeverBelowSpectralOnTheFamiliesOfThePaper) {
    for (const std::string spec : {"grid:8x9", "ring:41", "sbm:90", "sensor:150", "erdos-renyi:120,0.08", "community:100"}) {
        for (std::uint64_t s = 0; s < 15; ++s) {
            const Graph graph = generate_graph(spec, Seed(s)).graph;
            const double automatic = cut_graph(graph, {.method = CutMethod::automatic}, Seed(s)).weight;
            for (const Laplacian laplacian : {Laplacian::symmetric, Laplacian::combinatorial}) {
                const double spectral = cut_graph(graph, {.spectral = {.laplacian = laplacian}}, Seed(s)).weight;
                EXPECT_GE(automatic, spectral - 1e-12 * spectral) << spec << " seed " << s;
            }
        }
    }
}

}  // namespace
}  // namespace ndpool

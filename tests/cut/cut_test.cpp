#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/greedy_cut.hpp"
#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/spectral/sign_rounding.hpp"
#include "ndpool/cut/spectral/trevisan_cut.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

Graph unit_graph(NodeId nodes, const std::vector<std::pair<NodeId, NodeId>>& pairs) {
    std::vector<Edge> edges;
    for (const auto& [a, b] : pairs) {
        edges.push_back({a, b, 1});
    }
    return Graph::from_edges(nodes, edges);
}

Cut spectral(const Graph& graph, const SpectralCutOptions& options = {}) {
    return cut_graph(graph, {.spectral = options}, Seed(1));
}

/// The largest fraction of all 2^(n-1) cuts.
double largest_fraction(const Graph& graph) {
    const auto n = static_cast<std::size_t>(graph.node_count());
    double best = 0;
    Sides sides(n, 1);
    for (std::size_t code = 0; code < (std::size_t{1} << (n - 1)); ++code) {
        for (std::size_t i = 1; i < n; ++i) {
            sides[i] = (code >> (i - 1) & 1) != 0 ? Side{-1} : Side{1};
        }
        best = std::max(best, cut_fraction(graph, sides));
    }
    return best;
}

TEST(CutFraction, CountsWeightAndNoSelfLoops) {
    const std::vector<Edge> edges{{0, 1, 3}, {1, 2, 1}, {0, 0, 7}};
    const Graph graph = Graph::from_edges(3, edges);
    EXPECT_DOUBLE_EQ(cut_fraction(graph, Sides{1, -1, -1}), 0.75);
    EXPECT_DOUBLE_EQ(cut_fraction(graph, Sides{1, 1, 1}), 0);
    EXPECT_DOUBLE_EQ(cut_fraction(Graph::from_edges(2, {}), Sides{1, 1}), 1);
}

TEST(CutKeeping, KeepsJustTheGivenNodes) {
    const Graph star = unit_graph(4, {{2, 0}, {2, 1}, {2, 3}});
    const Cut cut = cut_keeping(star, std::vector<NodeId>{2});
    EXPECT_EQ(cut.kept, (std::vector<NodeId>{2}));
    EXPECT_EQ(cut.dropped, (std::vector<NodeId>{0, 1, 3}));
    EXPECT_EQ(cut.fraction, 1);
    EXPECT_EQ(cut.origin, CutOrigin::given);
    EXPECT_THROW((void)cut_keeping(star, std::vector<NodeId>{4}), InvalidInput);
    EXPECT_THROW((void)cut_keeping(star, std::vector<NodeId>{1, 0}), InvalidInput);
}

TEST(CutKeeping, CountsTheComponentsThatVanish) {
    EXPECT_EQ(cut_keeping(unit_graph(4, {{0, 1}, {2, 3}}), std::vector<NodeId>{0}).vanished_components, 1);
}

TEST(SpectralCut, OfATriangleKeepsTwoOrOneAndCutsTwoThirds) {
    const Cut cut = spectral(complete_graph(3));
    EXPECT_NEAR(cut.fraction, 2.0 / 3, 1e-15);
    EXPECT_NEAR(cut.upper_bound, 0.75, 1e-12);
}

TEST(SpectralCut, HalvesCompleteGraphs) {
    for (NodeId n = 3; n < 20; ++n) {
        const Cut cut = spectral(complete_graph(n));
        EXPECT_EQ(cut.origin, CutOrigin::balanced);
        EXPECT_EQ(cut.kept.size(), static_cast<std::size_t>((n + 1) / 2));
        EXPECT_LE(cut.fraction, cut.upper_bound);
        EXPECT_NEAR(cut.upper_bound, n / (2.0 * (n - 1)), 1e-12);
    }
}

TEST(SpectralCut, KeepsTheFirstNode) {
    for (std::uint64_t s = 0; s < 50; ++s) {
        const Cut cut = spectral(random_graph(Seed(s), {.most_nodes = 40, .disconnected = false}));
        if (cut.origin == CutOrigin::bipartite_exact) {
            EXPECT_EQ(cut.kept.front(), 0);
        }
    }
}

TEST(RoundSigns, PlacesNodesWithoutInformationWhereTheyCutMore) {
    const Graph path = unit_graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
    const std::vector<double> localised{1e-17, -0.6, 0.8, 1e-17, 1e-18};
    EXPECT_EQ(round_signs(path, localised, 1e-8), (Sides{-1, 1, -1, 1, -1}));
}

TEST(RoundSigns, LeavesUnreachedNodesOpen) {
    const Graph graph = unit_graph(4, {{0, 1}, {2, 3}});
    EXPECT_EQ(round_signs(graph, std::vector<double>{0.5, -0.5, 0, 1e-30}, 1e-8), (Sides{1, -1, 0, 0}));
}

// Whatever the noise, filling in by the rule cuts at least half of what it touches.
TEST(RoundSigns, FillingInCutsAtLeastHalfOfWhatItTouches) {
    for (std::uint64_t s = 0; s < 100; ++s) {
        const Graph graph = random_graph(Seed(s), {.disconnected = false});
        std::vector<double> vector(static_cast<std::size_t>(graph.node_count()), 0.0);
        vector[0] = 1;
        EXPECT_GE(cut_fraction(graph, round_signs(graph, vector, 1e-8)), 0.5);
    }
}

TEST(GreedyCut, CutsAtLeastHalf) {
    for (std::uint64_t s = 0; s < 100; ++s) {
        const Graph graph = random_graph(Seed(s));
        Sides sides(static_cast<std::size_t>(graph.node_count()), 0);
        place_greedily(graph, sides);
        EXPECT_GE(cut_fraction(graph, sides), 0.5 - 1e-12);
    }
}

TEST(RandomCut, CutsAboutHalf) {
    const Graph graph = complete_graph(60);
    double sum = 0;
    for (std::uint64_t s = 0; s < 200; ++s) {
        sum += cut_fraction(graph, random_sides(60, Seed(s)));
    }
    EXPECT_NEAR(sum / 200, 0.5, 0.01);
}

TEST(RandomCut, AlwaysKeepsANode) {
    for (std::uint64_t s = 0; s < 200; ++s) {
        const Sides sides = random_sides(2, Seed(s));
        EXPECT_TRUE(sides[0] == 1 || sides[1] == 1);
    }
    EXPECT_TRUE(random_sides(0, Seed(1)).empty());
}

TEST(TrevisanCut, IsAtLeastItsShareOfTheLargestCut) {
    for (std::uint64_t s = 0; s < 120; ++s) {
        const Graph graph = random_graph(Seed(s), {.least_nodes = 2, .most_nodes = 13});
        const Sides sides = trevisan_sides(graph, {}, Seed(s)).sides;
        EXPECT_GE(cut_fraction(graph, sides), 0.531 * largest_fraction(graph)) << "seed " << s;
    }
}

TEST(TrevisanCut, CutsEverythingOfABipartiteGraph) {
    const Graph square = unit_graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 4}, {4, 5}});
    EXPECT_EQ(cut_fraction(square, trevisan_sides(square, {}, Seed(3)).sides), 1);
}

TEST(CutGraph, NeverExceedsItsBoundNorTheLargestCut) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const Graph graph = random_graph(Seed(s), {.least_nodes = 2, .most_nodes = 12});
        const double largest = largest_fraction(graph);
        for (const CutMethod method : {CutMethod::spectral, CutMethod::random, CutMethod::trevisan, CutMethod::sdp,
                                       CutMethod::power, CutMethod::automatic}) {
            for (const ComponentPolicy policy : {ComponentPolicy::each, ComponentPolicy::whole}) {
                const Cut cut = cut_graph(graph, {.method = method, .components = policy}, Seed(s));
                EXPECT_LE(cut.fraction, largest + 1e-12);
                EXPECT_GE(cut.upper_bound, largest - 1e-9);
            }
        }
    }
}

TEST(PowerCut, IsTheSameAfterManyStepsAsAfterEnough) {
    const auto sides_after = [](const Graph& graph, int steps) {
        CutOptions options{.method = CutMethod::power};
        options.search.power.steps = steps;
        return cut_graph(graph, options, Seed(1)).kept;
    };
    for (std::uint64_t s = 0; s < 10; ++s) {
        const Graph graph = generate_graph("erdos-renyi:60,0.3", Seed(s)).graph;
        EXPECT_EQ(sides_after(graph, 8000), sides_after(graph, 1500)) << s;
    }
}

TEST(CutGraph, EveryComponentKeepsANode) {
    for (std::uint64_t s = 0; s < 100; ++s) {
        const Graph graph = random_graph(Seed(s));
        const Components components = connected_components(graph);
        for (const CutMethod method : {CutMethod::spectral, CutMethod::random, CutMethod::trevisan, CutMethod::sdp,
                                       CutMethod::power, CutMethod::automatic}) {
            const Cut cut = cut_graph(graph, {.method = method}, Seed(s));
            std::vector<bool> survives(static_cast<std::size_t>(components.count()), false);
            for (const NodeId node : cut.kept) {
                survives[components.label[node]] = true;
            }
            EXPECT_EQ(std::count(survives.begin(), survives.end(), false), 0);
            EXPECT_EQ(cut.kept.size() + cut.dropped.size(), static_cast<std::size_t>(graph.node_count()));
        }
    }
}

TEST(CutGraph, OfAUnionIsTheUnionOfTheCutsWhereNothingIsDrawn) {
    const std::vector<Graph> graphs{unit_graph(4, {{0, 1}, {1, 2}, {2, 3}}), complete_graph(5), unit_graph(3, {{0, 1}, {1, 2}})};
    std::vector<NodeId> expected;
    NodeId offset = 0;
    for (const Graph& graph : graphs) {
        for (const NodeId node : spectral(graph).kept) {
            expected.push_back(offset + node);
        }
        offset += graph.node_count();
    }
    EXPECT_EQ(spectral(disjoint_union(graphs)).kept, expected);
}

TEST(CutGraph, AutomaticIsNeverWorseThanSpectral) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 60});
        const double plain = cut_graph(graph, {}, Seed(s)).fraction;
        EXPECT_GE(cut_graph(graph, {.method = CutMethod::automatic}, Seed(s)).fraction, plain - 1e-12);
    }
}

TEST(CutGraph, TheWholeGraphPolicyLeavesComponentsOutsideTheEigenvectorAlone) {
    // The triangle's largest eigenvalue is 1.5, the edge's is 2: v_max lives on the edge.
    const Graph graph = unit_graph(5, {{0, 1}, {1, 2}, {2, 0}, {3, 4}});
    const Cut cut = cut_graph(graph, {.components = ComponentPolicy::whole, .spectral = {.random_below = 0}}, Seed(1));
    EXPECT_EQ(cut.kept, (std::vector<NodeId>{0, 1, 2, 3}));
    EXPECT_DOUBLE_EQ(cut.fraction, 0.25);
}

TEST(CutGraph, TheWholeGraphPolicySaysWhatVanished) {
    const Graph graph = unit_graph(40, {{0, 1}});
    const Cut cut = cut_graph(graph, {.method = CutMethod::random, .components = ComponentPolicy::whole}, Seed(1));
    EXPECT_GT(cut.vanished_components, 0);
}

}  // namespace
}  // namespace ndpool

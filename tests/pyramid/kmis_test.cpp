#include "ndpool/pyramid/kmis/kmis.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "ndpool/analysis/resistance.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/harmonic_restriction.hpp"
#include "ndpool/pyramid/kmis/independent_set.hpp"
#include "ndpool/pyramid/signal.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

constexpr std::uint64_t kmis_graphs = 60;
constexpr int out_of_reach = 1000;

/// Numbers of edges between all pairs of nodes, by relaxing every pair over every node.
std::vector<std::vector<int>> all_distances(const Graph& graph) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    std::vector<std::vector<int>> distance(nodes, std::vector<int>(nodes, out_of_reach));
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        for (const NodeId other : graph.neighbors(node)) {
            distance[node][other] = 1;
        }
        distance[node][node] = 0;
    }
    for (std::size_t over = 0; over < nodes; ++over) {
        for (std::size_t a = 0; a < nodes; ++a) {
            for (std::size_t b = 0; b < nodes; ++b) {
                distance[a][b] = std::min(distance[a][b], distance[a][over] + distance[over][b]);
            }
        }
    }
    return distance;
}

/// The centre of every node, by the definition.
std::vector<NodeId> slow_centres(const Graph& graph, int steps) {
    const auto distance = all_distances(graph);
    std::vector<std::pair<std::ptrdiff_t, NodeId>> order;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        order.emplace_back(std::ranges::count_if(distance[node], [&](int d) { return d <= steps; }), node);
    }
    std::sort(order.begin(), order.end());
    std::vector<NodeId> taken;
    for (const auto& [size, node] : order) {
        if (std::ranges::all_of(taken, [&](NodeId centre) { return distance[node][centre] > steps; })) {
            taken.push_back(node);
        }
    }
    std::vector<NodeId> centres;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        centres.push_back(*std::ranges::find_if(taken, [&](NodeId centre) { return distance[node][centre] <= steps; }));
    }
    return centres;
}

TEST(IndependentSet, APathKeepsItsEndsAndEverySecondNode) {
    const IndependentSet set = maximal_independent_set(path_graph(5), 1);
    EXPECT_EQ(set.centres, (std::vector<NodeId>{0, 2, 4}));
    EXPECT_EQ(set.clusters.of, (std::vector<NodeId>{0, 0, 1, 2, 2}));
    EXPECT_EQ(maximal_independent_set(path_graph(5), 2).centres, (std::vector<NodeId>{0, 4}));
    EXPECT_EQ(maximal_independent_set(path_graph(5), 4).centres, (std::vector<NodeId>{0}));
}

TEST(IndependentSet, AStarKeepsItsLeavesWithOneStepAndOneLeafWithTwo) {
    EXPECT_EQ(maximal_independent_set(star_graph(5), 1).centres, (std::vector<NodeId>{1, 2, 3, 4}));
    EXPECT_EQ(maximal_independent_set(star_graph(5), 2).centres, (std::vector<NodeId>{0}));
}

TEST(IndependentSet, IsMaximalAndEveryNodeBelongsToTheFirstCentreInReach) {
    for (std::uint64_t s = 0; s < kmis_graphs; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 40});
        for (const int steps : {1, 2, 3}) {
            const IndependentSet set = maximal_independent_set(graph, steps);
            std::vector<NodeId> found;
            for (const NodeId cluster : set.clusters.of) {
                found.push_back(set.centres[cluster]);
            }
            EXPECT_EQ(found, slow_centres(graph, steps)) << "seed " << s << ", steps " << steps;
            EXPECT_TRUE(std::ranges::is_sorted(set.centres));
            EXPECT_EQ(set.clusters.count, std::ssize(set.centres));
        }
    }
}

TEST(KmisPyramid, WeightsAreSumsOverTheEdgesBetweenClusters) {
    for (std::uint64_t s = 0; s < kmis_graphs; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 40});
        const Pyramid pyramid = kmis_pyramid(graph, {.levels = {1, 2}});
        for (std::size_t index = 0; index < 2; ++index) {
            const Graph& before = index == 0 ? pyramid.base : pyramid.levels[0].graph;
            const Level& level = pyramid.levels[index];
            const IndependentSet set = maximal_independent_set(before, 1);
            ASSERT_EQ(level.graph.node_count(), set.clusters.count);
            for (NodeId a = 0; a < set.clusters.count; ++a) {
                for (NodeId b = 0; b < set.clusters.count; ++b) {
                    double sum = 0;
                    for (NodeId i = 0; i < before.node_count(); ++i) {
                        for (NodeId j = 0; a != b && j < before.node_count(); ++j) {
                            sum += set.clusters.of[i] == a && set.clusters.of[j] == b ? before.weight(i, j) : 0;
                        }
                    }
                    EXPECT_NEAR(level.graph.weight(a, b), sum, 1e-12 * (1 + sum));
                }
            }
            EXPECT_EQ(level.components, component_count(before));
            EXPECT_EQ(level.cut.origin, "kmis");
        }
        const Table<double> pooled =
            pool_signal(pyramid, 0, 2, {1, std::vector<double>(static_cast<std::size_t>(graph.node_count()), 1.0)});
        double sum = 0;
        for (const double count : pooled.values) {
            sum += count;
        }
        EXPECT_EQ(sum, graph.node_count()) << "every node is in one cluster";
    }
}

TEST(KmisPyramid, WithKronReductionResistancesStay) {
    const Graph graph = random_graph(Seed(3), {.least_nodes = 40, .most_nodes = 60, .disconnected = false, .self_loops = false});
    const Pyramid pyramid = kmis_pyramid(graph, {.levels = {1, 2}, .connect = KmisConnect::kron, .threshold = {.epsilon = 0}});
    const Level& last = pyramid.levels[1];
    EXPECT_FALSE(last.assignment_matrix.has_value());
    std::vector<std::pair<NodeId, NodeId>> here;
    std::vector<std::pair<NodeId, NodeId>> there;
    for (NodeId node = 1; node < last.graph.node_count(); ++node) {
        here.emplace_back(0, node);
        there.emplace_back(last.nodes[0], last.nodes[node]);
    }
    const std::vector<double> reduced = resistance_distances(last.graph, here);
    const std::vector<double> exact = resistance_distances(graph, there);
    for (std::size_t i = 0; i < exact.size(); ++i) {
        EXPECT_NEAR(reduced[i], exact[i], 1e-8 * exact[i]);
    }
}

TEST(KmisPyramid, WithKronReductionTheNextLevelIsMadeOfTheExactOne) {
    const Graph graph = random_graph(Seed(5), {.least_nodes = 60, .most_nodes = 80});
    const KmisOptions exact{.levels = {1, 2}, .connect = KmisConnect::kron, .threshold = {.epsilon = 0}};
    KmisOptions coarse = exact;
    coarse.threshold.epsilon = 0.05;
    const Pyramid sparse = kmis_pyramid(graph, coarse);
    const Pyramid full = kmis_pyramid(graph, exact);
    for (std::size_t index = 0; index < 2; ++index) {
        EXPECT_EQ(sparse.levels[index].nodes, full.levels[index].nodes);
        EXPECT_EQ(sparse.levels[index].graph, drop_weak_edges(full.levels[index].graph, coarse.threshold));
    }
    const SparseMatrix restriction = harmonic_restriction(sparse, 0);
    EXPECT_EQ(restriction.rows, sparse.levels[0].graph.node_count());
}

TEST(KmisPyramid, RefusesWhatHasNoMeaning) {
    EXPECT_THROW((void)kmis_pyramid(path_graph(4), {.levels = {2, 1}}), InvalidInput);
    EXPECT_THROW((void)kmis_pyramid(path_graph(4), {.levels = {1}, .steps = 0}), InvalidInput);
    EXPECT_THROW((void)kmis_connect_named("glue"), InvalidInput);
}

TEST(KmisPyramids, AreThoseOfEachGraph) {
    std::vector<Graph> graphs;
    for (std::uint64_t s = 0; s < 9; ++s) {
        graphs.push_back(random_graph(Seed(s)));
    }
    const KmisOptions options{.levels = {1, 2}, .connect = KmisConnect::kron};
    const std::vector<Pyramid> pyramids = kmis_pyramids(graphs, options, {3});
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        EXPECT_EQ(pyramids[g].levels[1].graph, kmis_pyramid(graphs[g], options).levels[1].graph);
    }
}

}  // namespace
}  // namespace ndpool

#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

Graph reduce_to(const Graph& graph, const std::vector<NodeId>& kept) {
    return kron_reduce(graph, cut_keeping(graph, kept));
}

/// A random cut without any condition, so that components of dropped nodes of every size and shape appear.
Cut any_cut(const Graph& graph, Seed seed) {
    Random random(seed);
    const double share = random.uniform();
    std::vector<NodeId> kept;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (random.uniform() < share) {
            kept.push_back(node);
        }
    }
    return cut_keeping(graph, kept);
}

double distance_to_schur_complement(const Graph& graph, const Cut& cut, const Graph& reduced) {
    if (cut.kept.empty()) {
        return reduced.node_count();
    }
    const Eigen::MatrixXd input = dense_loopy_laplacian(graph);
    const Eigen::MatrixXd expected = dense_schur_complement(input, cut.kept);
    return (expected - dense_loopy_laplacian(reduced)).cwiseAbs().maxCoeff() / std::max(1e-300, input.cwiseAbs().maxCoeff());
}

TEST(KronReduce, DroppingTheMiddleOfAPathHalvesConductance) {
    EXPECT_DOUBLE_EQ(reduce_to(path_graph(3), {0, 2}).weight(0, 1), 0.5);
}

TEST(KronReduce, DroppingALongChainGivesItsSeriesConductance) {
    EXPECT_DOUBLE_EQ(reduce_to(path_graph(101), {0, 100}).weight(0, 1), 0.01);
}

TEST(KronReduce, DroppingTheHubOfAStarJoinsTheLeavesPairwise) {
    const std::vector<Edge> edges{{3, 0, 1}, {3, 1, 2}, {3, 2, 3}};
    const Graph reduced = reduce_to(Graph::from_edges(4, edges), {0, 1, 2});
    EXPECT_DOUBLE_EQ(reduced.weight(0, 1), 2.0 / 6);
    EXPECT_DOUBLE_EQ(reduced.weight(0, 2), 3.0 / 6);
    EXPECT_DOUBLE_EQ(reduced.weight(1, 2), 6.0 / 6);
}

TEST(KronReduce, LeavesOfAStarVanishIntoNothing) {
    const std::vector<Edge> edges{{3, 0, 1}, {3, 1, 2}, {3, 2, 3}};
    const Graph reduced = reduce_to(Graph::from_edges(4, edges), {3});
    EXPECT_EQ(reduced.node_count(), 1);
    EXPECT_EQ(reduced.edge_count(), 0);
}

TEST(KronReduce, AddsParallelWaysToTheEdgeThatIsThere) {
    const std::vector<Edge> triangle{{0, 1, 1}, {1, 2, 1}, {0, 2, 1}};
    EXPECT_DOUBLE_EQ(reduce_to(Graph::from_edges(3, triangle), {0, 2}).weight(0, 1), 1.5);
}

// Q = [2+3, -2; -2, 2+1]: eliminating the second node leaves 5 - 4/3 on the diagonal, all of it loop.
TEST(KronReduce, ALoopIsAConductanceToGround) {
    const std::vector<Edge> edges{{0, 1, 2}, {0, 0, 3}, {1, 1, 1}};
    const Graph reduced = reduce_to(Graph::from_edges(2, edges), {0});
    EXPECT_DOUBLE_EQ(reduced.weight(0, 0), 5 - 4.0 / 3);
}

TEST(KronReduce, LoopsOfKeptNodesStayAsTheyAre) {
    const std::vector<Edge> edges{{0, 1, 1}, {1, 2, 1}, {0, 0, 3}};
    EXPECT_DOUBLE_EQ(reduce_to(Graph::from_edges(3, edges), {0, 2}).weight(0, 0), 3);
}

TEST(KronReduce, KeepingAllNodesChangesNothing) {
    const Graph graph = random_graph(Seed(4));
    std::vector<NodeId> all(static_cast<std::size_t>(graph.node_count()));
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(reduce_to(graph, all), graph);
}

TEST(KronReduce, AComponentWithoutAKeptNodeVanishes) {
    const std::vector<Edge> edges{{0, 1, 1}, {2, 3, 1}};
    const Graph reduced = reduce_to(Graph::from_edges(4, edges), {0, 1});
    EXPECT_EQ(edges_of(reduced), (std::vector<Edge>{{0, 1, 1}}));
}

TEST(KronReduce, RefusesTheCutOfAnotherGraph) {
    EXPECT_THROW((void)kron_reduce(path_graph(4), cut_keeping(path_graph(3), std::vector<NodeId>{0})), InvalidInput);
}

TEST(KronReduce, IsTheDenseSchurComplementForAnyCutOfRandomGraphs) {
    for (std::uint64_t s = 0; s < 300; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 120});
        const Cut cut = any_cut(graph, Seed(s).child("cut"));
        EXPECT_LT(distance_to_schur_complement(graph, cut, kron_reduce(graph, cut)), 1e-9) << "seed " << s;
    }
}

// Sparse graphs of many components: up to 512 nodes in one matrix whose zeros are passed over, beyond that piece by piece.
TEST(KronReduce, IsTheDenseSchurComplementOfSparseGraphsOnBothSidesOfTheOneMatrixLimit) {
    for (const NodeId least : {100, 250, 400, 520, 600}) {
        for (std::uint64_t s = 0; s < 4; ++s) {
            std::vector<Graph> parts;
            NodeId nodes = 0;
            for (std::uint64_t part = 0; nodes < least; ++part) {
                parts.push_back(random_graph(Seed(s).child("part", part), {.most_nodes = 100}));
                nodes += parts.back().node_count();
            }
            const Graph graph = disjoint_union(parts);
            const Cut cut = any_cut(graph, Seed(s).child("cut", static_cast<std::uint64_t>(least)));
            EXPECT_LT(distance_to_schur_complement(graph, cut, kron_reduce(graph, cut)), 1e-9) << least << " nodes, seed " << s;
        }
    }
}

// Large enough that sparse elimination, its switch to the dense end and several dense blocks are all used.
TEST(KronReduce, IsTheDenseSchurComplementForLargeComponents) {
    for (std::uint64_t s = 0; s < 6; ++s) {
        Random random(Seed(s).child("large"));
        const NodeId nodes = 700;
        std::vector<Edge> edges;
        for (NodeId i = 1; i < nodes; ++i) {
            edges.push_back({i - 1, i, random.uniform(0.1, 2)});
        }
        for (NodeId i = 0; i < nodes; ++i) {
            for (int k = 0; k < 4; ++k) {
                const NodeId reach = std::min<NodeId>(nodes - i - 2, s < 3 ? nodes : 40);
                if (reach > 0) {
                    const auto skipped = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(reach)));
                    edges.push_back({i, i + 2 + skipped, random.uniform(0.1, 2)});
                }
            }
            if (s % 2 == 1 && random.below(50) == 0) {
                edges.push_back({i, i, 1});
            }
        }
        std::sort(edges.begin(), edges.end(),
                  [](const Edge& a, const Edge& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
        edges.erase(std::unique(edges.begin(), edges.end(),
                                [](const Edge& a, const Edge& b) { return a.from == b.from && a.to == b.to; }),
                    edges.end());
        const Graph graph = Graph::from_edges(nodes, edges);
        const Cut cut = any_cut(graph, Seed(s).child("cut"));
        EXPECT_LT(distance_to_schur_complement(graph, cut, kron_reduce(graph, cut)), 1e-12) << "seed " << s;
    }
}

// Most pairs are joined, so that all nodes go into one matrix of several blocks.
TEST(KronReduce, IsTheDenseSchurComplementForGraphsWithManyEdges) {
    for (std::uint64_t s = 0; s < 8; ++s) {
        Random random(Seed(s).child("dense"));
        const NodeId nodes = 100 + static_cast<NodeId>(random.below(400));
        std::vector<Edge> edges;
        for (NodeId i = 0; i < nodes; ++i) {
            for (NodeId j = i; j < nodes; ++j) {
                if (random.uniform() < 0.3) {
                    edges.push_back({i, j, random.uniform(0.1, 2)});
                }
            }
        }
        const Graph graph = Graph::from_edges(nodes, edges);
        const Cut cut = any_cut(graph, Seed(s).child("cut"));
        EXPECT_LT(distance_to_schur_complement(graph, cut, kron_reduce(graph, cut)), 1e-12) << "seed " << s;
    }
}

// A chain of weak links: the weights span 60 orders of magnitude, and each keeps its digits.
TEST(KronReduce, TinyWeightsKeepTheirRelativeAccuracy) {
    std::vector<Edge> edges;
    const NodeId legs = 12;
    // Kept nodes 0..legs-1 hang on a dropped chain whose links weaken by 10^-5 each.
    for (NodeId i = 0; i < legs; ++i) {
        edges.push_back({i, static_cast<NodeId>(legs + i), 1});
        if (i > 0) {
            edges.push_back({static_cast<NodeId>(legs + i - 1), static_cast<NodeId>(legs + i), 1e-5});
        }
    }
    std::vector<NodeId> kept(legs);
    std::iota(kept.begin(), kept.end(), 0);
    const Graph reduced = reduce_to(Graph::from_edges(2 * legs, edges), kept);
    // First order in 1e-5: the way from leg i to leg j passes j - i links and j - i + 1 chain nodes of sum about 1.
    for (NodeId j = 1; j < legs; ++j) {
        EXPECT_NEAR(reduced.weight(0, j) / std::pow(1e-5, j), 1, 1e-3) << j;
    }
}

TEST(KronReduce, GivesTheSameBitsForEveryNumberOfThreads) {
    for (std::uint64_t s = 0; s < 20; ++s) {
        const Graph graph = random_graph(Seed(s), {.least_nodes = 150});
        const Cut cut = any_cut(graph, Seed(s));
        const Graph one = kron_reduce(graph, cut, {.parallel = {1}});
        EXPECT_EQ(one, kron_reduce(graph, cut, {.parallel = {2}}));
        EXPECT_EQ(one, kron_reduce(graph, cut, {.parallel = {8}}));
        EXPECT_EQ(one, Graph::from_adjacency(one.adjacency())) << "symmetric to the last bit";
    }
}

TEST(KronReduce, GivesTheSameBitsForEveryNumberOfThreadsInsideOneLargePiece) {
    const Graph mesh = generate_graph("sensor:2200", Seed(1)).graph;
    const Cut cut = cut_keeping(mesh, random_kept_nodes(Seed(2), mesh));
    const Graph one = kron_reduce(mesh, cut, {.parallel = {1}});
    EXPECT_EQ(one, kron_reduce(mesh, cut, {.parallel = {2}}));
    EXPECT_EQ(one, kron_reduce(mesh, cut, {.parallel = {8}}));
    EXPECT_EQ(one, Graph::from_adjacency(one.adjacency())) << "symmetric to the last bit";
    // Its reduction is dense: the way through one matrix.
    const Cut next = cut_keeping(one, random_kept_nodes(Seed(3), one));
    EXPECT_EQ(kron_reduce(one, next, {.parallel = {1}}), kron_reduce(one, next, {.parallel = {3}}));
}

TEST(KronReduce, ConnectsJustWhatWasConnected) {
    for (std::uint64_t s = 0; s < 100; ++s) {
        const Graph graph = random_graph(Seed(s));
        const Cut cut = cut_graph(graph, {}, Seed(s));
        EXPECT_EQ(connected_components(kron_reduce(graph, cut)).count(), connected_components(graph).count());
    }
}

TEST(KronReduce, SaysSoBeforeItTakesMoreMemoryThanThereIs) {
    std::vector<Edge> edges;  // two hubs joined to all: dropping both leaves a complete graph
    const NodeId leaves = 1000;
    for (NodeId i = 0; i < leaves; ++i) {
        edges.push_back({i, leaves, 1});
    }
    edges.push_back({0, leaves + 1, 1});
    edges.push_back({leaves, leaves + 1, 1});
    const Graph graph = Graph::from_edges(leaves + 2, edges);
    std::vector<NodeId> kept(leaves);
    std::iota(kept.begin(), kept.end(), 0);
    try {
        (void)kron_reduce(graph, cut_keeping(graph, kept), {.memory_limit = 1000000});
        FAIL() << "it fitted";
    } catch (const TooLarge& error) {
        EXPECT_NE(std::string(error.what()).find("1002 nodes to 1000 would take"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("faithful"), std::string::npos) << error.what();
    }
    EXPECT_EQ(kron_reduce(graph, cut_keeping(graph, kept)).edge_count(), 1000 * 999 / 2);
}

/// Star-mesh transforms one after the other in long double, whose range is far beyond that of double.
std::vector<std::vector<long double>> wide_reference(const Graph& graph, const std::vector<NodeId>& dropped) {
    const auto n = static_cast<std::size_t>(graph.node_count());
    std::vector<std::vector<long double>> weights(n, std::vector<long double>(n, 0));
    for (const Edge& edge : edges_of(graph)) {
        weights[edge.from][edge.to] = weights[edge.to][edge.from] = edge.weight;
    }
    for (const NodeId node : dropped) {
        std::vector<long double> row = std::exchange(weights[node], std::vector<long double>(n, 0));
        const long double sum = std::accumulate(row.begin(), row.end(), 0.0L);
        for (std::size_t i = 0; i < n; ++i) {
            weights[i][node] = 0;
            for (std::size_t j = 0; j < n && row[i] > 0; ++j) {
                weights[i][j] += i == j ? 0 : row[i] / sum * row[j];
            }
        }
    }
    return weights;
}

TEST(KronReduce, IsRightInAllDigitsWhereWeightsSpanAHundredMagnitudes) {
    constexpr double least_normal = 2.3e-308;
    for (std::uint64_t s = 0; s < 20; ++s) {
        Random random{Seed(s)};
        std::vector<Edge> edges;
        for (NodeId node = 0; node < 40; ++node) {
            edges.push_back({(node + 1) % 40, node, std::pow(10.0, random.uniform(-50, 50))});
            edges.push_back({(node + 7) % 40, node, std::pow(10.0, random.uniform(-50, 50))});
        }
        const Graph graph = Graph::from_edges(40, edges);
        const Cut cut = cut_graph(graph, {.method = CutMethod::random}, Seed(s));
        const Graph reduced = kron_reduce(graph, cut);
        const auto expected = wide_reference(graph, cut.dropped);
        for (std::size_t i = 0; i < cut.kept.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const long double wanted = expected[cut.kept[i]][cut.kept[j]];
                if (wanted > least_normal) {
                    const long double found = reduced.weight(static_cast<NodeId>(i), static_cast<NodeId>(j));
                    EXPECT_NEAR(static_cast<double>(found / wanted), 1, 1e-12) << s << ": " << i << " " << j;
                }
            }
        }
    }
}

}  // namespace
}  // namespace ndpool

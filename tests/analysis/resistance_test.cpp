#include "ndpool/analysis/resistance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ndpool/graph/components.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

using Pairs = std::vector<std::pair<NodeId, NodeId>>;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Minus the off-diagonals as edges and the row sums as self-loops, without what is rounding.
Graph graph_of_loopy_laplacian(const Eigen::MatrixXd& matrix, double negligible) {
    std::vector<Edge> edges;
    for (NodeId row = 0; row < static_cast<NodeId>(matrix.rows()); ++row) {
        for (NodeId column = 0; column < row; ++column) {
            edges.push_back({row, column, -matrix(row, column) > negligible ? -matrix(row, column) : 0.0});
        }
        const double loop = matrix.row(row).sum();
        edges.push_back({row, row, loop > negligible ? loop : 0.0});
    }
    return Graph::from_edges(static_cast<NodeId>(matrix.rows()), edges);
}

Pairs all_pairs(NodeId nodes) {
    Pairs pairs;
    for (NodeId from = 0; from < nodes; ++from) {
        for (NodeId to = 0; to < from; ++to) {
            pairs.emplace_back(from, to);
        }
    }
    return pairs;
}

TEST(ResistanceDistances, AddUpInSeries) {
    const Graph path = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {1, 2, 0.5}, {2, 3, 4}});
    const auto distances = resistance_distances(path, Pairs{{0, 1}, {0, 2}, {3, 0}, {2, 2}});
    EXPECT_NEAR(distances[0], 1, 1e-14);
    EXPECT_NEAR(distances[1], 3, 1e-14);
    EXPECT_NEAR(distances[2], 3.25, 1e-14);
    EXPECT_EQ(distances[3], 0);
}

TEST(ResistanceDistances, AddTheirInversesInParallel) {
    // Between 0 and 1 the conductance 1 lies beside a path of conductance 1/2.
    const Graph triangle = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 0, 1}});
    EXPECT_NEAR(resistance_distances(triangle, Pairs{{0, 1}})[0], 2.0 / 3, 1e-15);
}

TEST(ResistanceDistances, AreInfiniteBetweenComponents) {
    const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {2, 2, 5}});
    EXPECT_EQ(resistance_distances(graph, Pairs{{0, 3}, {2, 0}, {3, 2}, {3, 3}}),
              (std::vector<double>{infinity, infinity, infinity, 0}));
}

TEST(ResistanceDistances, TakeALoopAsAConductorToGround) {
    // The loops of 0 and 1 join them once more, in series: 1/2 + 1/2 beside 1.
    const Graph edge = Graph::from_edges(2, std::vector<Edge>{{0, 1, 1}, {0, 0, 2}, {1, 1, 2}});
    EXPECT_NEAR(resistance_distances(edge, Pairs{{0, 1}})[0], 0.5, 1e-15);
    // One loop alone leads nowhere.
    const Graph dangling = Graph::from_edges(2, std::vector<Edge>{{0, 1, 1}, {0, 0, 2}});
    EXPECT_NEAR(resistance_distances(dangling, Pairs{{0, 1}})[0], 1, 1e-15);
    // Two components meet in the ground.
    const Graph apart = Graph::from_edges(2, std::vector<Edge>{{0, 0, 2}, {1, 1, 4}});
    EXPECT_NEAR(resistance_distances(apart, Pairs{{0, 1}})[0], 0.75, 1e-15);
}

TEST(ResistanceDistances, SeeAWeakLinkBesideStrongOnes) {
    // Triangles of weights 1 and 3 joined by 1e-11: the distance between opposite corners is 2/3 + 1e11 + 2/9.
    const std::vector<Edge> edges{{0, 1, 1}, {1, 2, 1}, {2, 0, 1}, {3, 4, 3}, {4, 5, 3}, {5, 3, 3}, {2, 3, 1e-11}};
    const auto distances = resistance_distances(Graph::from_edges(6, edges), Pairs{{0, 5}, {0, 1}, {4, 5}, {2, 3}});
    EXPECT_NEAR(distances[0] / (1e11 + 8.0 / 9), 1, 1e-11);
    EXPECT_NEAR(distances[1], 2.0 / 3, 1e-13);
    EXPECT_NEAR(distances[2], 2.0 / 9, 1e-13);
    EXPECT_NEAR(distances[3] / 1e11, 1, 1e-11);
}

TEST(ResistanceDistances, RefuseNodesThatAreNotThere) {
    EXPECT_THROW((void)resistance_distances(Graph::from_edges(2, {}), Pairs{{0, 2}}), InvalidInput);
    EXPECT_THROW((void)resistance_distances(Graph::from_edges(2, {}), Pairs{{-1, 0}}), InvalidInput);
    EXPECT_TRUE(resistance_distances(Graph(), {}).empty());
}

TEST(ResistanceDistances, OnATreeAreTheLengthsOfItsPaths) {
    Random random(Seed(11));
    const NodeId nodes = 60;
    std::vector<Edge> edges;
    std::vector<std::vector<double>> length(nodes, std::vector<double>(nodes, 0));
    for (NodeId node = 1; node < nodes; ++node) {
        const auto parent = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(node)));
        const double weight = std::pow(10.0, random.uniform(-3, 3));
        edges.push_back({parent, node, weight});
        for (NodeId other = 0; other < node; ++other) {
            length[node][other] = length[parent][other] + length[other][parent] + 1 / weight;
        }
    }
    const Pairs pairs = all_pairs(nodes);
    const auto distances = resistance_distances(Graph::from_edges(nodes, edges), pairs);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const double expected = length[pairs[p].first][pairs[p].second];
        EXPECT_NEAR(distances[p], expected, 1e-10 * expected);
    }
}

TEST(ResistanceDistances, TimesWeightsSumToNodesMinusComponents) {
    for (std::uint64_t i = 0; i < 30; ++i) {
        const Graph graph = random_graph(Seed(i), {.most_nodes = 50, .self_loops = false});
        const std::vector<Edge> edges = edges_of(graph);
        Pairs ends;
        for (const Edge& edge : edges) {
            ends.emplace_back(edge.from, edge.to);
        }
        const auto distances = resistance_distances(graph, ends);
        double sum = 0;
        for (std::size_t e = 0; e < edges.size(); ++e) {
            sum += edges[e].weight * distances[e];
        }
        EXPECT_NEAR(sum, graph.node_count() - connected_components(graph).count(), 1e-8) << "seed " << i;
    }
}

TEST(ResistanceDistances, AgreeWithTheDensePseudoInverse) {
    for (std::uint64_t i = 0; i < 40; ++i) {
        const Graph graph = random_graph(Seed(i), {.most_nodes = 30, .weight_magnitudes = 1, .disconnected = false});
        const Eigen::MatrixXd inverse = pseudo_inverse(dense_loopy_laplacian(graph));
        const Pairs pairs = all_pairs(graph.node_count());
        const auto distances = resistance_distances(graph, pairs);
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            const auto [from, to] = pairs[p];
            const double expected = inverse(from, from) + inverse(to, to) - 2 * inverse(from, to);
            EXPECT_NEAR(distances[p], expected, 1e-8 * expected) << "seed " << i;
        }
    }
}

TEST(ResistanceDistances, AreKeptByTheSchurComplementWithLoopsAndWithout) {
    for (std::uint64_t i = 0; i < 40; ++i) {
        const Graph graph = random_graph(Seed(i), {.least_nodes = 2, .most_nodes = 40, .weight_magnitudes = 1});
        const std::vector<NodeId> kept = random_kept_nodes(Seed(i), graph);
        const Eigen::MatrixXd schur = dense_schur_complement(dense_loopy_laplacian(graph), kept);
        const Graph reduced = graph_of_loopy_laplacian(schur, 1e-11);
        const Pairs pairs = all_pairs(reduced.node_count());
        Pairs originals;
        for (const auto& [from, to] : pairs) {
            originals.emplace_back(kept[from], kept[to]);
        }
        const auto before = resistance_distances(graph, originals);
        const auto after = resistance_distances(reduced, pairs);
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            if (std::isinf(before[p])) {
                EXPECT_EQ(after[p], infinity) << "seed " << i;
            } else {
                EXPECT_NEAR(after[p], before[p], 1e-7 * before[p]) << "seed " << i;
            }
        }
    }
}

}  // namespace
}  // namespace ndpool

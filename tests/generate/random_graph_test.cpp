#include "ndpool/generate/random_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ndpool/base/error.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/graph/components.hpp"

namespace ndpool {
namespace {

/// Within five standard deviations of the binomial distribution.
void expect_binomial(double successes, double trials, double probability) {
    EXPECT_NEAR(successes, trials * probability, 5 * std::sqrt(trials * probability * (1 - probability)) + 1e-9);
}

TEST(ErdosRenyiGraph, TakesNoPairOrEveryPairAtTheEnds) {
    EXPECT_EQ(erdos_renyi_graph(30, 0, Seed(1)).edge_count(), 0);
    EXPECT_EQ(erdos_renyi_graph(30, 1, Seed(1)), complete_graph(30));
    EXPECT_EQ(erdos_renyi_graph(1, 0.5, Seed(1)).node_count(), 1);
    EXPECT_EQ(erdos_renyi_graph(1000, 1e-300, Seed(1)).edge_count(), 0);
}

TEST(ErdosRenyiGraph, EveryPairIsEquallyLikely) {
    std::vector<int> hits(36, 0);
    constexpr int rounds = 4000;
    for (int round = 0; round < rounds; ++round) {
        const Graph graph = erdos_renyi_graph(9, 0.3, Seed(7).child("round", static_cast<std::uint64_t>(round)));
        for (const Edge& edge : edges_of(graph)) {
            ++hits[edge.to * (edge.to - 1) / 2 + edge.from];
        }
    }
    for (const int hit : hits) {
        expect_binomial(hit, rounds, 0.3);
    }
}

TEST(ErdosRenyiGraph, HasTheExpectedNumberOfEdges) {
    for (const auto& [nodes, probability] : {std::pair{1000, 0.1}, {100000, 8e-5}, {200, 0.9}}) {
        const Graph graph = erdos_renyi_graph(nodes, probability, Seed(3));
        expect_binomial(static_cast<double>(graph.edge_count()), 0.5 * nodes * (nodes - 1), probability);
        EXPECT_EQ(graph.self_loop_count(), 0);
    }
}

TEST(StochasticBlockGraph, ClassesAreEqualUpToOneNode) {
    std::vector<int> sizes(5, 0);
    for (NodeId node = 0; node < 103; ++node) {
        ++sizes[block_of(node, 103, 5)];
    }
    for (const int size : sizes) {
        EXPECT_TRUE(size == 20 || size == 21);
    }
}

TEST(StochasticBlockGraph, SeparatesInsideFromAcross) {
    const Graph cliques = stochastic_block_graph(23, Seed(1), {.classes = 4, .inside = 1, .across = 0});
    EXPECT_EQ(connected_components(cliques).count(), 4);
    EXPECT_EQ(cliques.edge_count(), 3 * 15 + 10);  // classes of 6, 6, 6 and 5
    const Graph multipartite = stochastic_block_graph(20, Seed(1), {.classes = 2, .inside = 0, .across = 1});
    EXPECT_EQ(multipartite.edge_count(), 100);
}

TEST(StochasticBlockGraph, HasBothProbabilities) {
    constexpr NodeId nodes = 1000;
    const Graph graph = stochastic_block_graph(nodes, Seed(5));
    double inside = 0;
    double across = 0;
    for (const Edge& edge : edges_of(graph)) {
        (block_of(edge.from, nodes, 5) == block_of(edge.to, nodes, 5) ? inside : across) += 1;
    }
    expect_binomial(inside, 5 * 199 * 100, 0.7);
    expect_binomial(across, 10 * 200 * 200, 0.06);
}

TEST(StochasticBlockGraph, RefusesMoreClassesThanNodesAndWrongProbabilities) {
    EXPECT_THROW((void)stochastic_block_graph(4, Seed(1)), InvalidInput);
    EXPECT_THROW((void)stochastic_block_graph(10, Seed(1), {.inside = 1.5}), InvalidInput);
    EXPECT_THROW((void)stochastic_block_graph(10, Seed(1), {.across = std::nan("")}), InvalidInput);
}

TEST(BarabasiAlbertGraph, BeginsAsAStar) {
    EXPECT_EQ(barabasi_albert_graph(5, 4, Seed(1)), star_graph(5));
    EXPECT_EQ(barabasi_albert_graph(2, 1, Seed(1)), path_graph(2));
}

TEST(BarabasiAlbertGraph, IsConnectedWithMLinksForEachNewNode) {
    for (const NodeId links : {1, 3, 10, 150}) {
        const Graph graph = barabasi_albert_graph(200, links, Seed(2));
        EXPECT_EQ(graph.edge_count(), links * (200 - links));
        EXPECT_EQ(connected_components(graph).count(), 1);
        for (NodeId node = links + 1; node < 200; ++node) {
            const auto row = graph.neighbors(node);
            EXPECT_EQ(std::lower_bound(row.begin(), row.end(), node) - row.begin(), links);
        }
    }
}

TEST(BarabasiAlbertGraph, HasHubs) {
    const Graph graph = barabasi_albert_graph(20000, 3, Seed(4));
    const std::vector<double> degree = degrees(graph);
    EXPECT_GT(*std::max_element(degree.begin(), degree.end()), 150);  // about 3 sqrt(20000) = 424 is expected
    // The degree distribution is 2m(m+1) / (k(k+1)(k+2)): two fifths of the nodes have the least degree 3.
    const auto least = static_cast<double>(std::count(degree.begin(), degree.end(), 3.0));
    EXPECT_NEAR(least / 20000, 0.4, 0.02);
}

TEST(RandomGraphs, FollowTheSeed) {
    EXPECT_EQ(erdos_renyi_graph(100, 0.2, Seed(1)), erdos_renyi_graph(100, 0.2, Seed(1)));
    EXPECT_NE(erdos_renyi_graph(100, 0.2, Seed(1)), erdos_renyi_graph(100, 0.2, Seed(2)));
    EXPECT_EQ(stochastic_block_graph(100, Seed(1)), stochastic_block_graph(100, Seed(1)));
    EXPECT_NE(stochastic_block_graph(100, Seed(1)), stochastic_block_graph(100, Seed(2)));
    EXPECT_EQ(barabasi_albert_graph(100, 2, Seed(1)), barabasi_albert_graph(100, 2, Seed(1)));
    EXPECT_NE(barabasi_albert_graph(100, 2, Seed(1)), barabasi_albert_graph(100, 2, Seed(2)));
}

}  // namespace
}  // namespace ndpool

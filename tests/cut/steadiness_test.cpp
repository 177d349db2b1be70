// Partitions follow from the graph and not from the last digits of its weights.
#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"

namespace ndpool {
namespace {

/// Every weight multiplied by 1 + amount * u with u uniform in [-1, 1].
Graph shaken(const Graph& graph, double amount, Seed seed) {
    Random random(seed);
    std::vector<Edge> edges = edges_of(graph);
    for (Edge& edge : edges) {
        edge.weight *= 1 + amount * random.uniform(-1, 1);
    }
    return Graph::from_edges(graph.node_count(), edges);
}

class Steadiness : public ::testing::TestWithParam<const char*> {};

// Ties of a graph with equal weights are among what is shaken: they must not be decided by it.
TEST_P(Steadiness, ShakenWeightsGiveTheSamePartition) {
    for (std::uint64_t s = 0; s < 12; ++s) {
        const Graph graph = generate_graph(GetParam(), Seed(s)).graph;
        const Cut cut = cut_graph(graph, {}, Seed(1));
        for (const double amount : {1e-9, 1e-8}) {
            const Cut other = cut_graph(shaken(graph, amount, Seed(s).child("shaken")), {}, Seed(1));
            EXPECT_EQ(cut.kept, other.kept) << "instance " << s << " shaken by " << amount;
            EXPECT_NEAR(cut.fraction, other.fraction, 10 * amount);
            EXPECT_NEAR(cut.upper_bound, other.upper_bound, 10 * amount);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Families, Steadiness,
                         ::testing::Values("sensor:200", "sensor:1000", "delaunay:300", "delaunay:1000", "community:300",
                                           "community:1000", "erdos-renyi:500,0.05", "sbm:200", "barabasi-albert:500,3",
                                           "knn-grid:20x20,8", "complete:30"));

}  // namespace
}  // namespace ndpool

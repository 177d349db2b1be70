#include "ndpool/graph/directed.hpp"

#include <gtest/gtest.h>

#include "ndpool/graph/assemble.hpp"

namespace ndpool {
namespace {

SparseMatrix arcs(NodeId nodes, std::vector<Entry> entries) {
    return matrix_from_entries(nodes, nodes, entries);
}

TEST(Undirected, CombinesTheTwoDirections) {
    const SparseMatrix a = arcs(3, {{0, 1, 3}, {1, 0, 1}, {1, 2, 4}});
    EXPECT_EQ(edges_of(undirected(a, Symmetrize::max)), (std::vector<Edge>{{0, 1, 3}, {1, 2, 4}}));
    EXPECT_EQ(edges_of(undirected(a, Symmetrize::mean)), (std::vector<Edge>{{0, 1, 2}, {1, 2, 2}}));
    EXPECT_EQ(edges_of(undirected(a, Symmetrize::sum)), (std::vector<Edge>{{0, 1, 4}, {1, 2, 4}}));
    EXPECT_THROW((void)undirected(a, Symmetrize::refuse), InvalidInput);
}

TEST(Undirected, ChungOfADirectedCycleIsTheUniformCycle) {
    const Graph graph = undirected(arcs(3, {{0, 1, 5}, {1, 2, 7}, {2, 0, 9}}), Symmetrize::chung);
    for (const Edge& edge : edges_of(graph)) {
        EXPECT_NEAR(edge.weight, 1.0 / 6, 1e-13);
    }
    EXPECT_EQ(graph.edge_count(), 3);
}

// For an undirected graph the stationary vector is the degree over the volume, so Phi P = A / volume.
TEST(Undirected, ChungOfAnUndirectedGraphIsItselfOverTheVolume) {
    const SparseMatrix a = arcs(3, {{0, 1, 1}, {1, 0, 1}, {1, 2, 3}, {2, 1, 3}});
    const Graph graph = undirected(a, Symmetrize::chung);
    EXPECT_NEAR(graph.weight(0, 1), 1.0 / 8, 1e-12);
    EXPECT_NEAR(graph.weight(1, 2), 3.0 / 8, 1e-12);
}

TEST(Undirected, ChungNeedsStrongConnection) {
    EXPECT_THROW((void)undirected(arcs(2, {{0, 1, 1}}), Symmetrize::chung), InvalidInput);
}

TEST(Undirected, RefusesDuplicatesAndNegativeWeights) {
    EXPECT_THROW((void)undirected(arcs(2, {{0, 1, 1}, {0, 1, 1}}), Symmetrize::max), InvalidInput);
    EXPECT_THROW((void)undirected(arcs(2, {{0, 1, -1}}), Symmetrize::max), InvalidInput);
}

}  // namespace
}  // namespace ndpool

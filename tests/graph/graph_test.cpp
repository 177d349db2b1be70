#include "ndpool/graph/graph.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "ndpool/graph/assemble.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/graph/two_colouring.hpp"

namespace ndpool {
namespace {

Graph triangle_with_tail() {
    const std::vector<Edge> edges{{0, 1, 1}, {1, 2, 2}, {2, 0, 3}, {2, 3, 4}};
    return Graph::from_edges(4, edges);
}

std::string refusal(NodeId nodes, std::vector<Entry> entries, EntryMeaning meaning) {
    try {
        (void)graph_from_entries(nodes, entries, meaning);
    } catch (const InvalidEntry& error) {
        return error.what();
    }
    return "";
}

TEST(Graph, CountsNodesEdgesAndLoops) {
    const std::vector<Edge> edges{{0, 1, 1}, {2, 2, 5}};
    const Graph graph = Graph::from_edges(4, edges);

    EXPECT_EQ(graph.node_count(), 4);
    EXPECT_EQ(graph.edge_count(), 2);
    EXPECT_EQ(graph.entry_count(), 3);
    EXPECT_EQ(graph.self_loop_count(), 1);
    EXPECT_EQ(degree_of(graph, 2), 0);
    EXPECT_EQ(total_weight(graph), 1);
}

TEST(Graph, KnowsTheWeightInBothDirections) {
    const Graph graph = triangle_with_tail();
    EXPECT_EQ(graph.weight(0, 2), 3);
    EXPECT_EQ(graph.weight(2, 0), 3);
    EXPECT_EQ(graph.weight(0, 3), 0);
    EXPECT_EQ(degrees(graph), (std::vector<double>{4, 3, 9, 4}));
    EXPECT_EQ(total_weight(graph), 10);
}

TEST(Graph, EdgesComeOnceAndSorted) {
    EXPECT_EQ(edges_of(triangle_with_tail()), (std::vector<Edge>{{0, 1, 1}, {0, 2, 3}, {1, 2, 2}, {2, 3, 4}}));
}

TEST(Graph, StoredZerosAreNoEdges) {
    const std::vector<Edge> edges{{0, 1, 0.0}, {1, 2, 1}};
    EXPECT_EQ(Graph::from_edges(3, edges).edge_count(), 1);
}

TEST(Graph, RefusesWhatIsNoWeight) {
    for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        EXPECT_NE(refusal(3, {{0, 1, 1}, {1, 2, bad}}, EntryMeaning::each_edge_once).find("entry (1, 2)"), std::string::npos);
    }
}

TEST(Graph, RefusesWeightsWhoseSumIsNoNumber) {
    EXPECT_THROW((void)Graph::from_edges(3, std::vector<Edge>{{0, 1, 1e308}, {1, 2, 1e308}}), InvalidInput);
    EXPECT_EQ(Graph::from_edges(3, std::vector<Edge>{{0, 1, 1e307}, {1, 2, 1e307}}).edge_count(), 2);
}

TEST(Graph, RefusesIdsOutsideDuplicatesAndDirection) {
    EXPECT_NE(refusal(3, {{0, 3, 1}}, EntryMeaning::each_edge_once).find("outside 0..2"), std::string::npos);
    EXPECT_NE(refusal(3, {{-1, 0, 1}}, EntryMeaning::each_edge_once).find("outside 0..2"), std::string::npos);
    EXPECT_NE(refusal(3, {{0, 1, 1}, {1, 0, 1}}, EntryMeaning::each_edge_once).find("twice"), std::string::npos);
    EXPECT_NE(refusal(3, {{0, 1, 1}}, EntryMeaning::both_directions).find("directed"), std::string::npos);
    EXPECT_NE(refusal(3, {{2, 0, 1}}, EntryMeaning::both_directions).find("directed"), std::string::npos);
    EXPECT_NE(refusal(3, {{0, 1, 1}, {1, 0, 2}}, EntryMeaning::both_directions).find("directed"), std::string::npos);
    EXPECT_NE(refusal(3, {{0, 1, 1}, {1, 0, 1}, {1, 2, 1}}, EntryMeaning::edge_list).find("directed"), std::string::npos);
}

TEST(Graph, AsymmetryOfRoundingIsHealedToTheLastBit) {
    const Graph graph =
        graph_from_entries(2, std::vector<Entry>{{0, 1, 1.0}, {1, 0, 1.0 + 1e-14}}, EntryMeaning::both_directions);
    EXPECT_EQ(graph.weight(0, 1), graph.weight(1, 0));
}

TEST(Graph, AnEdgeListMaySayEachEdgeOnceOrTwice) {
    const Graph once = graph_from_entries(3, std::vector<Entry>{{1, 0, 2}, {1, 2, 3}}, EntryMeaning::edge_list);
    const Graph twice =
        graph_from_entries(3, std::vector<Entry>{{1, 0, 2}, {0, 1, 2}, {1, 2, 3}, {2, 1, 3}}, EntryMeaning::edge_list);
    EXPECT_EQ(once, twice);
}

TEST(Graph, RefusesArraysThatDoNotFit) {
    EXPECT_THROW((void)Graph::from_adjacency({2, 3, {0, 0, 0}, {}, {}}), InvalidInput);
    EXPECT_THROW((void)Graph::from_adjacency({2, 2, {0, 1}, {0}, {1}}), InvalidInput);
    EXPECT_THROW((void)Graph::from_adjacency({2, 2, {0, 2, 1}, {0}, {1}}), InvalidInput);
}

TEST(Components, AreNumberedByTheirSmallestNode) {
    const std::vector<Edge> edges{{0, 4, 1}, {1, 3, 1}};
    const Components components = connected_components(Graph::from_edges(5, edges));

    EXPECT_EQ(components.count(), 3);
    EXPECT_EQ(components.label, (std::vector<NodeId>{0, 1, 2, 1, 0}));
    EXPECT_EQ(std::vector<NodeId>(components.nodes(1).begin(), components.nodes(1).end()), (std::vector<NodeId>{1, 3}));
}

TEST(Components, OfSomeNodesIgnoreTheOthers) {
    const std::vector<Edge> path{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}};
    const Components components = connected_components(Graph::from_edges(4, path), {true, false, true, true});
    EXPECT_EQ(components.label, (std::vector<NodeId>{0, -1, 1, 1}));
    EXPECT_EQ(components.count(), 2);
}

TEST(TwoColouring, EvenCyclesHaveOneOddCyclesDoNot) {
    const std::vector<Edge> square{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}, {1, 1, 3}};
    EXPECT_TRUE(is_bipartite(Graph::from_edges(4, square)));
    EXPECT_FALSE(is_bipartite(triangle_with_tail()));
}

TEST(Subgraph, KeepsTheEdgesInside) {
    const std::vector<NodeId> nodes{0, 2, 3};
    EXPECT_EQ(edges_of(induced_subgraph(triangle_with_tail(), nodes)), (std::vector<Edge>{{0, 1, 3}, {1, 2, 4}}));
}

TEST(Subgraph, ComponentsBecomeGraphsOfTheirOwn) {
    const std::vector<Edge> edges{{0, 4, 2}, {1, 3, 3}, {3, 3, 5}};
    const Graph graph = Graph::from_edges(5, edges);

    const std::vector<Graph> parts = component_graphs(graph, connected_components(graph));

    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(edges_of(parts[0]), (std::vector<Edge>{{0, 1, 2}}));
    EXPECT_EQ(edges_of(parts[1]), (std::vector<Edge>{{0, 1, 3}, {1, 1, 5}}));
    EXPECT_EQ(parts[2].node_count(), 1);
}

TEST(DisjointUnion, PutsGraphsBesideEachOther) {
    const std::vector<Graph> graphs{Graph::from_edges(2, std::vector<Edge>{{0, 1, 2}}), Graph::from_edges(1, {}),
                                    triangle_with_tail()};
    const Graph all = disjoint_union(graphs);
    EXPECT_EQ(all.node_count(), 7);
    EXPECT_EQ(all.weight(0, 1), 2);
    EXPECT_EQ(all.weight(5, 6), 4);
    EXPECT_EQ(connected_components(all).count(), 3);
}

}  // namespace
}  // namespace ndpool

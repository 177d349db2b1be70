#include "ndpool/cut/kept_side.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/cut_signed.hpp"
#include "ndpool/graph/components.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

constexpr CutMethod methods[] = {CutMethod::spectral, CutMethod::random, CutMethod::trevisan, CutMethod::sdp, CutMethod::power};

Cut cut_keeping_side(const Graph& graph, KeptSide keep, CutMethod method = CutMethod::spectral) {
    return cut_graph(graph, {.method = method, .keep = keep}, Seed(3));
}

/// Nodes of each component that are in the list.
std::vector<std::size_t> counts_of(const Components& components, const std::vector<NodeId>& nodes) {
    std::vector<std::size_t> counts(static_cast<std::size_t>(components.count()), 0);
    for (const NodeId node : nodes) {
        ++counts[components.label[node]];
    }
    return counts;
}

TEST(KeptSide, IsTheOneThatWasAskedForInEveryComponentAndTheCutIsTheSame) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 40});
        const Components components = connected_components(graph);
        for (const CutMethod method : methods) {
            const Cut first = cut_keeping_side(graph, KeptSide::first, method);
            for (const KeptSide keep : {KeptSide::smaller, KeptSide::larger}) {
                const Cut cut = cut_keeping_side(graph, keep, method);
                EXPECT_DOUBLE_EQ(cut.weight, first.weight);
                EXPECT_EQ(cut.origin, first.origin);
                const std::vector<std::size_t> kept = counts_of(components, cut.kept);
                const std::vector<std::size_t> dropped = counts_of(components, cut.dropped);
                for (std::size_t c = 0; c < kept.size(); ++c) {
                    EXPECT_GT(kept[c], 0U);
                    EXPECT_TRUE(dropped[c] == 0 || (keep == KeptSide::smaller ? kept[c] <= dropped[c] : kept[c] >= dropped[c]));
                }
            }
        }
    }
}

TEST(KeptSide, SmallerAndLargerAreTheTwoSidesUnlessTheyAreEqual) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const Graph graph = random_graph(Seed(s), {.least_nodes = 3, .most_nodes = 40, .disconnected = false});
        const Cut smaller = cut_keeping_side(graph, KeptSide::smaller);
        const Cut larger = cut_keeping_side(graph, KeptSide::larger);
        if (smaller.kept.size() != smaller.dropped.size()) {
            EXPECT_EQ(smaller.kept, larger.dropped);
        }
    }
}

TEST(KeptSide, DoesNotDependOnHowTheNodesOfATreeAreNumbered) {
    for (std::uint64_t s = 0; s < 100; ++s) {
        Random random{Seed(s)};
        const auto count = static_cast<NodeId>(3 + 2 * random.below(30));  // odd, so that the sides are not equal
        std::vector<Edge> edges;
        for (NodeId node = 1; node < count; ++node) {
            edges.push_back({node, static_cast<NodeId>(random.below(static_cast<std::uint64_t>(node))), 1});
        }
        const std::vector<NodeId> other = shuffled_nodes(random, count);
        std::vector<Edge> renumbered = edges;
        for (Edge& edge : renumbered) {
            edge.from = other[edge.from];
            edge.to = other[edge.to];
        }
        for (const KeptSide keep : {KeptSide::smaller, KeptSide::larger}) {
            std::vector<NodeId> kept;
            for (const NodeId node : cut_keeping_side(Graph::from_edges(count, edges), keep).kept) {
                kept.push_back(other[node]);
            }
            std::sort(kept.begin(), kept.end());
            EXPECT_EQ(cut_keeping_side(Graph::from_edges(count, renumbered), keep).kept, kept) << "seed " << s;
        }
    }
}

TEST(KeptSide, OfAStarIsTheHubOrTheLeaves) {
    const std::vector<Edge> edges{{0, 3, 1}, {1, 3, 1}, {2, 3, 1}};
    const Graph star = Graph::from_edges(4, edges);
    EXPECT_EQ(cut_keeping_side(star, KeptSide::smaller).kept, (std::vector<NodeId>{3}));
    EXPECT_EQ(cut_keeping_side(star, KeptSide::larger).kept, (std::vector<NodeId>{0, 1, 2}));
    EXPECT_EQ(cut_keeping_side(star, KeptSide::first).kept, (std::vector<NodeId>{0, 1, 2}));
}

TEST(KeptSide, OfEquallyManyNodesIsDecidedByTheirWeight) {
    // The sides are {0, 2} and {1, 3}, and the weak edge lies within the second.
    const std::vector<Edge> edges{{0, 1, 5}, {2, 3, 5}, {0, 3, 5}, {1, 3, 1}};
    const Graph graph = Graph::from_edges(4, edges);
    EXPECT_EQ(cut_keeping_side(graph, KeptSide::smaller).kept, (std::vector<NodeId>{1, 3}));
    EXPECT_EQ(cut_keeping_side(graph, KeptSide::larger).kept, (std::vector<NodeId>{0, 2}));
    const std::vector<Edge> path{{0, 1, 0.1}, {1, 2, 0.2}, {2, 3, 0.1 + 1e-16}};
    for (const KeptSide keep : {KeptSide::smaller, KeptSide::larger}) {
        EXPECT_EQ(cut_keeping_side(Graph::from_edges(4, path), keep).kept, (std::vector<NodeId>{0, 2}))
            << "what differs by rounding alone is equal, and the first node stays";
    }
}

TEST(KeptSide, NeverEmptiesAGraphOfIsolatedNodes) {
    const Graph graph = Graph::from_edges(3, {});
    for (const ComponentPolicy components : {ComponentPolicy::each, ComponentPolicy::whole}) {
        EXPECT_EQ(cut_graph(graph, {.components = components, .keep = KeptSide::smaller}, Seed(1)).kept.size(), 3U);
    }
}

TEST(KeptSide, IsThatOfTheWholeGraphWhereItIsCutAsOne) {
    const std::vector<Edge> edges{{0, 3, 1}, {1, 3, 1}, {2, 3, 1}, {3, 4, 1}, {4, 5, 1}};
    const Graph graph = Graph::from_edges(6, edges);
    const auto kept = [&](KeptSide keep) {
        return cut_graph(graph, {.components = ComponentPolicy::whole, .keep = keep}, Seed(1)).kept;
    };
    EXPECT_EQ(kept(KeptSide::smaller), (std::vector<NodeId>{3, 5}));
    EXPECT_EQ(kept(KeptSide::larger), (std::vector<NodeId>{0, 1, 2, 4}));
}

TEST(KeptSide, CannotBeChosenWithNegativeWeights) {
    const std::vector<Edge> edges{{0, 1, -1}, {1, 2, 1}};
    const SignedGraph graph = SignedGraph::from_edges(3, edges);
    EXPECT_THROW((void)cut_graph(graph, {.method = CutMethod::sdp, .keep = KeptSide::smaller}, Seed(1)), InvalidInput);
}

TEST(KeptSide, CheaperKeepsTheHubOfAStar) {
    std::vector<Edge> edges;
    for (NodeId leaf = 1; leaf < 20; ++leaf) {
        edges.push_back({leaf, 0, 1.0});
    }
    edges.push_back({20, 1, 1.0});  // so that the first node's side is not that of the hub
    const Graph star = Graph::from_edges(21, edges);
    for (const KeptSide keep : {KeptSide::first, KeptSide::cheaper}) {
        const Cut cut = cut_keeping_side(star, keep);
        EXPECT_EQ(cut.fraction, 1);
        EXPECT_EQ(cut.kept.front(), 0);
    }
    const Cut leaves = cut_keeping_side(star, KeptSide::larger);
    EXPECT_EQ(with_cheaper_side(star, leaves).kept.front(), 0) << "dropping the hub would join all leaves";
}

TEST(KeptSide, AnyNumberOfNodesCanBeKept) {
    for (std::uint64_t s = 0; s < 30; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 40});
        const Cut cut = cut_keeping_side(graph, KeptSide::first);
        for (auto count = static_cast<NodeId>(cut.kept.size()); count <= graph.node_count(); ++count) {
            const Cut wider = with_kept_count(graph, cut, count, Seed(s));
            EXPECT_EQ(wider.kept.size(), static_cast<std::size_t>(count));
            EXPECT_TRUE(std::includes(wider.kept.begin(), wider.kept.end(), cut.kept.begin(), cut.kept.end()));
            EXPECT_EQ(wider.dropped, cut_keeping(graph, wider.kept).dropped);
            EXPECT_DOUBLE_EQ(wider.weight, cut_keeping(graph, wider.kept).weight);
        }
    }
}

}  // namespace
}  // namespace ndpool

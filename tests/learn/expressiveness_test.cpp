#include "ndpool/reproduce/learned/expressiveness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace ndpool {
namespace {

/// The sorted colours of a graph after some rounds of the Weisfeiler-Lehman test, which start with the degrees; the same colours
/// have the same numbers in all graphs that share `names`.
std::vector<int> colours(const Graph& graph, int rounds, std::map<std::vector<int>, int>& names) {
    const auto named = [&](const std::vector<int>& what) {
        return names.emplace(what, static_cast<int>(names.size())).first->second;
    };
    std::vector<int> now;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        now.push_back(named({-1, static_cast<int>(graph.neighbors(node).size())}));
    }
    for (int round = 0; round < rounds; ++round) {
        std::vector<int> next;
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            std::vector<int> around;
            for (const NodeId neighbor : graph.neighbors(node)) {
                around.push_back(now[neighbor]);
            }
            std::sort(around.begin(), around.end());
            around.insert(around.begin(), now[node]);
            next.push_back(named(around));
        }
        now = next;
    }
    std::sort(now.begin(), now.end());
    return now;
}

TEST(RingPairs, AreToldApartByNeighboursButNotByDegrees) {
    const Dataset data = ring_pairs(200, Seed(3));
    ASSERT_EQ(data.graphs.size(), 400U);
    std::map<std::vector<int>, int> names;
    for (std::size_t pair = 0; pair < 200; ++pair) {
        const Graph& first = data.graphs[2 * pair];
        const Graph& second = data.graphs[2 * pair + 1];
        EXPECT_EQ(first.edge_count(), second.edge_count());
        EXPECT_EQ(colours(first, 0, names), colours(second, 0, names));
        EXPECT_NE(colours(first, 1, names), colours(second, 1, names));
        EXPECT_EQ(data.graph_labels[2 * pair], 1);
        EXPECT_EQ(data.graph_labels[2 * pair + 1], 2);
    }
}

TEST(RingPairs, AreTheSameForTheSameSeed) {
    EXPECT_EQ(ring_pairs(5, Seed(1)).graphs, ring_pairs(5, Seed(1)).graphs);
    EXPECT_NE(ring_pairs(5, Seed(1)).graphs, ring_pairs(5, Seed(2)).graphs);
}

}  // namespace
}  // namespace ndpool

#include "ndpool/generate/bench_dataset.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "ndpool/base/error.hpp"

namespace ndpool {
namespace {

struct Averages {
    double nodes = 0;
    double nonzeros_per_node = 0;
};

Averages averages(const Dataset& dataset) {
    double nodes = 0;
    double entries = 0;
    for (const Graph& graph : dataset.graphs) {
        nodes += graph.node_count();
        entries += static_cast<double>(graph.entry_count());
    }
    return {nodes / static_cast<double>(dataset.graphs.size()), entries / nodes};
}

TEST(BenchDataset, HasThePublishedAveragesAtFullSize) {
    // The published sets have 147.82 and 148.32 nodes, 6.242 and 3.859 entries per node.
    const Averages easy = averages(bench_dataset("easy", BenchOptions::easy(), Seed(1)));
    EXPECT_NEAR(easy.nodes, 148.5, 2.5);
    EXPECT_NEAR(easy.nonzeros_per_node, 6.24, 0.02);
    const Averages hard = averages(bench_dataset("hard", BenchOptions::hard(), Seed(1)));
    EXPECT_NEAR(hard.nodes, 148.5, 2.5);
    EXPECT_NEAR(hard.nonzeros_per_node, 3.86, 0.02);
}

TEST(BenchDataset, HasThePublishedAveragesAtSmallSize) {
    // The published sets have 58.25 and 58.64 nodes, 6.160 and 3.836 entries per node.
    const Averages easy = averages(bench_dataset("easy", BenchOptions::easy_small(), Seed(1)));
    EXPECT_NEAR(easy.nodes, 58.5, 2.5);
    EXPECT_NEAR(easy.nonzeros_per_node, 6.16, 0.03);
    const Averages hard = averages(bench_dataset("hard", BenchOptions::hard_small(), Seed(1)));
    EXPECT_NEAR(hard.nodes, 58.5, 2.5);
    EXPECT_NEAR(hard.nonzeros_per_node, 3.84, 0.03);
}

TEST(BenchDataset, HasThreeEqualClassesAndFiveColours) {
    const Dataset dataset = bench_dataset("easy", {.graphs = 31}, Seed(2));
    EXPECT_EQ(dataset.name, "easy");
    EXPECT_EQ(class_count(dataset), 3U);
    EXPECT_EQ(std::count(dataset.graph_labels.begin(), dataset.graph_labels.end(), 1), 11);
    EXPECT_EQ(std::count(dataset.graph_labels.begin(), dataset.graph_labels.end(), 2), 10);
    EXPECT_TRUE(std::is_sorted(dataset.graph_labels.begin(), dataset.graph_labels.end()));
    const auto offsets = node_offsets(dataset);
    ASSERT_EQ(dataset.node_labels.rows(), offsets.back());
    for (std::size_t g = 0; g < dataset.graphs.size(); ++g) {
        std::array<NodeId, 5> count{};
        for (std::size_t node = offsets[g]; node < offsets[g + 1]; ++node) {
            ++count.at(static_cast<std::size_t>(dataset.node_labels.values[node]));
        }
        const NodeId third = dataset.graphs[g].node_count() / 3;
        EXPECT_EQ(count, (std::array<NodeId, 5>{third / 2, third - third / 2, third / 2, third - third / 2, third}));
    }
}

TEST(BenchDataset, EveryNodeHasItsNearestOnes) {
    const Dataset dataset = bench_dataset("hard", BenchOptions::hard_small(), Seed(2));
    for (const Graph& graph : dataset.graphs) {
        EXPECT_EQ(graph.self_loop_count(), 0);
        EXPECT_TRUE(graph.node_count() >= 39 && graph.node_count() <= 78 && graph.node_count() % 3 == 0);
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            EXPECT_GE(graph.neighbors(node).size(), 3U);
            EXPECT_EQ(graph.weights(node)[0], 1);
        }
    }
}

/// Share of the edges of a class that join a colour of the first range to one of the second.
double share_between(const Dataset& dataset, long label, long a_low, long a_high, long b_low, long b_high) {
    const auto offsets = node_offsets(dataset);
    double edges = 0;
    double between = 0;
    for (std::size_t g = 0; g < dataset.graphs.size(); ++g) {
        if (dataset.graph_labels[g] != label) {
            continue;
        }
        for (const Edge& edge : edges_of(dataset.graphs[g])) {
            const long a = dataset.node_labels.values[offsets[g] + static_cast<std::size_t>(edge.from)];
            const long b = dataset.node_labels.values[offsets[g] + static_cast<std::size_t>(edge.to)];
            const auto in = [](long value, long low, long high) { return value >= low && value <= high; };
            edges += 1;
            between += (in(a, a_low, a_high) && in(b, b_low, b_high)) || (in(b, a_low, a_high) && in(a, b_low, b_high)) ? 1 : 0;
        }
    }
    return between / edges;
}

TEST(BenchDataset, TheClassSaysWhichClustersTouch) {
    // Shares of the published easy_small set, moons to Gaussian, moons to blob, Gaussian to blob.
    const double published[3][3] = {{0.016, 0.012, 0.058}, {0.034, 0.048, 0.014}, {0.014, 0.050, 0.044}};
    const Dataset dataset = bench_dataset("easy", BenchOptions::easy_small(), Seed(3));
    for (long label = 1; label <= 3; ++label) {
        EXPECT_NEAR(share_between(dataset, label, 0, 1, 2, 3), published[label - 1][0], 0.008) << label;
        EXPECT_NEAR(share_between(dataset, label, 0, 1, 4, 4), published[label - 1][1], 0.008) << label;
        EXPECT_NEAR(share_between(dataset, label, 2, 3, 4, 4), published[label - 1][2], 0.008) << label;
    }
}

TEST(BenchDataset, SplitsAboutATenthForTestingAndForValidation) {
    BenchOptions options = BenchOptions::easy_small();
    options.graphs = 1800;
    const Dataset dataset = bench_dataset("easy", options, Seed(4));
    ASSERT_EQ(dataset.graph_split.size(), 1800U);
    const auto count = [&](const char* part) { return std::count(dataset.graph_split.begin(), dataset.graph_split.end(), part); };
    EXPECT_NEAR(static_cast<double>(count("test")), 180, 60);
    EXPECT_NEAR(static_cast<double>(count("val")), 162, 60);
    EXPECT_EQ(count("test") + count("val") + count("train"), 1800);
}

TEST(BenchDataset, FollowsTheSeedAndGrowsWithoutChangingItsFirstGraphs) {
    const Dataset nine = bench_dataset("easy", {.graphs = 9}, Seed(5));
    EXPECT_EQ(nine, bench_dataset("easy", {.graphs = 9}, Seed(5)));
    EXPECT_NE(nine, bench_dataset("easy", {.graphs = 9}, Seed(6)));
    const Dataset more = bench_dataset("easy", {.graphs = 30}, Seed(5));
    EXPECT_EQ(more.graphs[2], nine.graphs[2]);
    EXPECT_EQ(more.graphs[12], nine.graphs[5]);
}

TEST(BenchDataset, RefusesOptionsWithoutAMeaning) {
    EXPECT_THROW((void)bench_dataset("x", {.graphs = 0}, Seed(1)), InvalidInput);
    EXPECT_THROW((void)bench_dataset("x", {.neighbors = 0}, Seed(1)), InvalidInput);
    EXPECT_THROW((void)bench_dataset("x", {.fewest_points = 5}, Seed(1)), InvalidInput);
    EXPECT_THROW((void)bench_dataset("x", {.fewest_points = 60, .most_points = 50}, Seed(1)), InvalidInput);
}

}  // namespace
}  // namespace ndpool

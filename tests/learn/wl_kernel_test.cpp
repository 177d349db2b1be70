#include "ndpool/learn/kernels/wl_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "ndpool/io/graph_file.hpp"
#include "ndpool/learn/kernels/kernel_svm.hpp"
#include "ndpool/learn/kernels/wl_classification.hpp"
#include "support/public_data.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

/// Two nodes with an edge, labels a-b; the same with a-a; two nodes without an edge, a-b.
Dataset pairs() {
    const std::vector<Edge> edge{{0, 1, 3}};
    Dataset dataset;
    dataset.graphs = {Graph::from_edges(2, edge), Graph::from_edges(2, edge), Graph::from_edges(2, {})};
    dataset.node_labels = {1, {10, 20, 10, 10, 20, 10}};
    return dataset;
}

TEST(WlKernel, CountsCommonLabelsOfPairs) {
    EXPECT_EQ(wl_kernel(pairs(), 0).values, (std::vector<double>{2, 2, 2, 2, 4, 2, 2, 2, 2}));
}

TEST(WlKernel, ARoundTellsNeighborsApart) {
    const Dataset dataset = pairs();
    EXPECT_EQ(refined_labels(dataset, first_labels(dataset)), (std::vector<int>{0, 1, 2, 2, 3, 4}));
    // After one round no two graphs have a label in common.
    EXPECT_EQ(wl_kernel(dataset, 1).values, (std::vector<double>{4, 2, 2, 2, 8, 2, 2, 2, 4}));
}

TEST(WlKernel, NormalisedHasOnesOnItsDiagonal) {
    const KernelMatrix kernel = normalized(wl_kernel(pairs(), 0));
    EXPECT_EQ(kernel(0, 0), 1);
    EXPECT_EQ(kernel(1, 1), 1);
    EXPECT_DOUBLE_EQ(kernel(0, 1), 2 / std::sqrt(8.0));
    EXPECT_EQ(kernel(0, 2), 1);
}

TEST(WlKernel, WithoutLabelsNeighborsAreCounted) {
    Dataset dataset = pairs();
    dataset.node_labels = {};
    const std::vector<Edge> looped{{0, 0, 1}, {0, 1, 1}};
    dataset.graphs.push_back(Graph::from_edges(2, looped));
    EXPECT_EQ(first_labels(dataset), (std::vector<int>{1, 1, 1, 1, 0, 0, 1, 1}));
}

TEST(WlKernel, AGraphWithoutNodesIsLikeNoOther) {
    Dataset dataset = pairs();
    dataset.graphs.emplace_back();
    const KernelMatrix kernel = normalized(wl_kernel(dataset, 2));
    EXPECT_EQ(kernel(3, 3), 0);
    EXPECT_EQ(kernel(0, 3), 0);
}

TEST(WlKernel, NegativeRoundsAreRefused) {
    EXPECT_THROW((void)wl_kernel(pairs(), -1), InvalidInput);
}

Dataset random_labelled_set(Seed seed, std::size_t graphs, bool labelled) {
    Dataset dataset;
    Random random(seed.child("labels"));
    for (std::size_t g = 0; g < graphs; ++g) {
        dataset.graphs.push_back(random_graph(seed.child("graph", g), {.least_nodes = 1, .most_nodes = 12}));
        for (NodeId node = 0; labelled && node < dataset.graphs.back().node_count(); ++node) {
            dataset.node_labels.columns = 2;
            dataset.node_labels.values.push_back(static_cast<long>(random.below(2)));
            dataset.node_labels.values.push_back(5 - static_cast<long>(random.below(2)));
        }
    }
    return dataset;
}

/// The tree that a node sees within some rounds, written out.
std::string unfolded(const Dataset& dataset, std::size_t g, NodeId node, int rounds) {
    const Graph& graph = dataset.graphs[g];
    std::vector<std::string> children;
    for (const NodeId other : graph.neighbors(node)) {
        if (other != node) {
            children.push_back(rounds == 0 ? "" : unfolded(dataset, g, other, rounds - 1));
        }
    }
    if (rounds > 0) {
        std::sort(children.begin(), children.end());
        // A label that is refined goes along with the one it had before.
        std::string text = "(" + unfolded(dataset, g, node, rounds - 1) + ":";
        for (const std::string& child : children) {
            text += child + ",";
        }
        return text + ")";
    }
    if (dataset.node_labels.empty()) {
        return std::to_string(children.size());
    }
    const long* const row = dataset.node_labels.row(node_offsets(dataset)[g] + static_cast<std::size_t>(node));
    return std::to_string(row[0]) + "/" + std::to_string(row[1]);
}

double slow_kernel(const Dataset& dataset, std::size_t a, std::size_t b, int rounds) {
    double sum = 0;
    for (int round = 0; round <= rounds; ++round) {
        std::map<std::string, std::pair<double, double>> counts;
        for (NodeId node = 0; node < dataset.graphs[a].node_count(); ++node) {
            ++counts[unfolded(dataset, a, node, round)].first;
        }
        for (NodeId node = 0; node < dataset.graphs[b].node_count(); ++node) {
            ++counts[unfolded(dataset, b, node, round)].second;
        }
        for (const auto& [text, count] : counts) {
            sum += count.first * count.second;
        }
    }
    return sum;
}

TEST(WlKernel, IsThatOfUnfoldedTrees) {
    for (const bool labelled : {true, false}) {
        const Dataset dataset = random_labelled_set(Seed(11), 8, labelled);
        for (const int rounds : {0, 1, 2}) {
            const KernelMatrix kernel = wl_kernel(dataset, rounds);
            for (std::size_t a = 0; a < kernel.size; ++a) {
                for (std::size_t b = 0; b < kernel.size; ++b) {
                    EXPECT_EQ(kernel(a, b), slow_kernel(dataset, a, b, rounds)) << a << " " << b << " rounds " << rounds;
                }
            }
        }
    }
}

/// The kernel of points on a line, and a machine for it.
TEST(KernelSvm, SeparatesPointsOnALine) {
    const std::vector<double> points{-3, -2, -1, 1, 2, 3, -5, 5};
    KernelMatrix kernel{points.size(), {}};
    for (const double a : points) {
        for (const double b : points) {
            kernel.values.push_back(a * b);
        }
    }
    const std::vector<int> classes{0, 0, 0, 1, 1, 1, 0, 0};  // the last is wrong, and not to be looked at
    const std::vector<int> train{0, 1, 2, 3, 4, 5};
    const std::vector<int> asked{6, 7, 2};
    EXPECT_EQ(svm_classes(SvmKernel(kernel), classes, train, asked, 10), (std::vector<int>{0, 1, 0}));
}

TEST(KernelSvm, TellsThreeClassesApart) {
    const std::vector<std::pair<double, double>> points{{1, 0},     {2, 0.1}, {-1, 1}, {-1.5, 2}, {-1, -1},
                                                        {-2, -1.5}, {5, 0},   {-3, 3}, {-3, -3}};
    KernelMatrix kernel{points.size(), {}};
    for (const auto& a : points) {
        for (const auto& b : points) {
            kernel.values.push_back(a.first * b.first + a.second * b.second);
        }
    }
    const std::vector<int> classes{0, 0, 1, 1, 2, 2, 0, 0, 0};
    const std::vector<int> train{0, 1, 2, 3, 4, 5};
    const std::vector<int> asked{6, 7, 8};
    EXPECT_EQ(svm_classes(SvmKernel(kernel), classes, train, asked, 10), (std::vector<int>{0, 1, 2}));
}

TEST(KernelSvm, WhatCannotBeTrainedIsRefused) {
    const SvmKernel kernel(KernelMatrix{2, {1, 0, 0, 1}});
    const std::vector<int> classes{0, 1};
    const std::vector<int> both{0, 1};
    const std::vector<int> outside{0, 2};
    EXPECT_EQ(svm_classes(kernel, classes, both, both, 1), both);
    EXPECT_THROW((void)svm_classes(kernel, classes, both, both, 0), InvalidInput);
    EXPECT_THROW((void)svm_classes(kernel, classes, {}, both, 1), InvalidInput);
    EXPECT_THROW((void)svm_classes(kernel, classes, outside, both, 1), InvalidInput);
    EXPECT_THROW((void)svm_classes(kernel, classes, both, outside, 1), InvalidInput);
}

/// Rings and paths of many lengths: alike but for their ends.
Dataset rings_and_paths() {
    Dataset dataset;
    dataset.name = "toy";
    for (NodeId nodes = 4; nodes < 34; ++nodes) {
        std::vector<Edge> edges;
        for (NodeId i = 1; i < nodes; ++i) {
            edges.push_back({i - 1, i, 1});
        }
        if (nodes % 2 == 0) {
            edges.push_back({0, nodes - 1, 1});
        }
        dataset.graphs.push_back(Graph::from_edges(nodes, edges));
        dataset.graph_labels.push_back(nodes % 2 == 0 ? 5 : -5);
    }
    return dataset;
}

std::vector<Fold> folds_of(const Dataset& dataset, int folds) {
    std::vector<long> labels;
    return stratified_folds(class_numbers(dataset, labels), folds, 0.2, Seed(4));
}

TEST(WlClassification, TellsRingsFromPaths) {
    const Dataset dataset = rings_and_paths();
    const auto result = wl_classification(dataset, folds_of(dataset, 5));
    ASSERT_EQ(result.size(), 5U);
    for (const WlFold& fold : result) {
        EXPECT_EQ(fold.test_accuracy, 1);
        EXPECT_EQ(fold.validation_accuracy, 1);
    }
}

TEST(WlClassification, IsTheSameForEveryNumberOfThreads) {
    const Dataset dataset = rings_and_paths();
    const auto folds = folds_of(dataset, 4);
    EXPECT_EQ(wl_classification(dataset, folds, {}, {.threads = 1}), wl_classification(dataset, folds, {}, {.threads = 4}));
}

TEST(WlClassification, RoundsMayBeLeftOut) {
    const Dataset dataset = rings_and_paths();
    const auto result = wl_classification(dataset, folds_of(dataset, 2), {.rounds = {3}, .costs = {10}});
    EXPECT_EQ(result[0].rounds, 3);
    EXPECT_EQ(result[0].cost, 10);
}

TEST(WlClassification, WhatCannotBeChosenIsRefused) {
    const Dataset dataset = rings_and_paths();
    auto folds = folds_of(dataset, 2);
    EXPECT_THROW((void)wl_classification(dataset, folds, {.rounds = {}}), InvalidInput);
    EXPECT_THROW((void)wl_classification(dataset, folds, {.rounds = {2, 1}}), InvalidInput);
    EXPECT_THROW((void)wl_classification(dataset, folds, {.rounds = {-1, 1}}), InvalidInput);
    EXPECT_THROW((void)wl_classification(dataset, folds, {.costs = {1, 1}}), InvalidInput);
    folds[0].validation.clear();
    EXPECT_THROW((void)wl_classification(dataset, folds), InvalidInput);
    EXPECT_NO_THROW((void)wl_classification(dataset, folds, {.rounds = {1}, .costs = {1}})) << "there is nothing to choose";
}

class WlOnPublicData : public ::testing::Test {
protected:
    void SetUp() override {
        data = public_data_folder();
        NDPOOL_SKIP_WITHOUT_DATA(data);
    }
    std::filesystem::path data;
};

TEST_F(WlOnPublicData, IsRightForFourOfFiveGraphsOfMutag) {
    const Dataset dataset = read_dataset(data / "tu/MUTAG.zip");
    std::vector<long> labels;
    const auto folds = stratified_folds(class_numbers(dataset, labels), 10, 0.1, Seed(1));
    double sum = 0;
    for (const WlFold& fold : wl_classification(dataset, folds)) {
        sum += fold.test_accuracy;
    }
    EXPECT_GT(sum / 10, 0.8);
}

}  // namespace
}  // namespace ndpool

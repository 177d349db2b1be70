#include "ndpool/learn/data/folds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ndpool {
namespace {

std::vector<int> classes_of_sizes(const std::vector<int>& sizes) {
    std::vector<int> classes;
    for (std::size_t c = 0; c < sizes.size(); ++c) {
        classes.insert(classes.end(), static_cast<std::size_t>(sizes[c]), static_cast<int>(c));
    }
    return classes;
}

int count_of(const std::vector<int>& graphs, const std::vector<int>& classes, int wanted) {
    return static_cast<int>(std::count_if(graphs.begin(), graphs.end(),
                                          [&](int graph) { return classes[static_cast<std::size_t>(graph)] == wanted; }));
}

TEST(Folds, TwoFoldsOfTwoPairsTestOneOfEachPair) {
    const std::vector<int> classes{0, 0, 1, 1};
    const auto folds = stratified_folds(classes, 2, 0, Seed(1));
    ASSERT_EQ(folds.size(), 2U);
    for (const Fold& fold : folds) {
        EXPECT_EQ(fold.test.size(), 2U);
        EXPECT_EQ(count_of(fold.test, classes, 0), 1);
        EXPECT_TRUE(fold.validation.empty());
    }
    EXPECT_EQ(folds[0].test, folds[1].train);
    EXPECT_EQ(folds[1].test, folds[0].train);
}

/// What stratified_folds promises, checked for one fold.
void expect_sound(const Fold& fold, const std::vector<int>& classes, int folds, double share) {
    std::vector<int> all = fold.train;
    all.insert(all.end(), fold.validation.begin(), fold.validation.end());
    const auto rest = static_cast<double>(all.size());
    all.insert(all.end(), fold.test.begin(), fold.test.end());
    std::sort(all.begin(), all.end());
    std::vector<int> expected(classes.size());
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(all, expected) << "each graph has one place";
    for (const auto* list : {&fold.train, &fold.validation, &fold.test}) {
        EXPECT_TRUE(std::is_sorted(list->begin(), list->end()));
    }
    EXPECT_NEAR(static_cast<double>(fold.validation.size()), share * rest, share > 0 ? 1 : 0);
    EXPECT_NEAR(static_cast<double>(fold.test.size()), static_cast<double>(classes.size()) / folds, 1 - 1e-9);
    for (int c = 0; c <= *std::max_element(classes.begin(), classes.end()); ++c) {
        const int members = count_of(all, classes, c);
        const int tested = count_of(fold.test, classes, c);
        EXPECT_NEAR(tested, static_cast<double>(members) / folds, 1 - 1e-9) << "class " << c;
        const double of_rest = static_cast<double>(fold.validation.size()) / rest;
        EXPECT_NEAR(count_of(fold.validation, classes, c), of_rest * (members - tested), 1) << "class " << c;
    }
}

TEST(Folds, AreEvenInEveryClassAndTogether) {
    Random random(Seed(5));
    for (int round = 0; round < 60; ++round) {
        std::vector<int> sizes;
        for (std::uint64_t c = 0; c < 2 + random.below(5); ++c) {
            sizes.push_back(1 + static_cast<int>(random.below(40)));
        }
        std::vector<int> classes = classes_of_sizes(sizes);
        for (std::size_t i = classes.size(); i > 1; --i) {
            std::swap(classes[i - 1], classes[random.below(i)]);
        }
        const int folds = 2 + static_cast<int>(random.below(std::min<std::size_t>(10, classes.size() - 1)));
        const double share = 0.1 * static_cast<double>(random.below(4));
        std::map<int, int> tested;
        for (const Fold& fold :
             stratified_folds(classes, folds, share, Seed(6).child("round", static_cast<std::uint64_t>(round)))) {
            expect_sound(fold, classes, folds, share);
            for (const int graph : fold.test) {
                ++tested[graph];
            }
        }
        EXPECT_EQ(tested.size(), classes.size());
        EXPECT_TRUE(std::all_of(tested.begin(), tested.end(), [](const auto& item) { return item.second == 1; }));
    }
}

TEST(Folds, DependOnTheSeedAlone) {
    const std::vector<int> classes = classes_of_sizes({30, 20});
    EXPECT_EQ(stratified_folds(classes, 5, 0.1, Seed(1)), stratified_folds(classes, 5, 0.1, Seed(1)));
    EXPECT_NE(stratified_folds(classes, 5, 0.1, Seed(1)), stratified_folds(classes, 5, 0.1, Seed(2)));
}

TEST(Folds, WhatCannotBeFoldedIsRefused) {
    const std::vector<int> classes{0, 1, 0};
    const std::vector<int> same{1, 1, 1};
    const std::vector<int> negative{0, -1, 0};
    EXPECT_THROW((void)stratified_folds(classes, 4, 0, Seed(1)), InvalidInput);
    EXPECT_THROW((void)stratified_folds(classes, 1, 0, Seed(1)), InvalidInput);
    EXPECT_THROW((void)stratified_folds({}, 2, 0, Seed(1)), InvalidInput);
    EXPECT_THROW((void)stratified_folds(same, 2, 0, Seed(1)), InvalidInput);
    EXPECT_THROW((void)stratified_folds(negative, 2, 0, Seed(1)), InvalidInput);
    EXPECT_THROW((void)stratified_folds(classes, 2, 1, Seed(1)), InvalidInput);
    EXPECT_THROW((void)stratified_folds(classes, 2, -0.1, Seed(1)), InvalidInput);
    EXPECT_THROW((void)stratified_folds(classes, 2, std::nan(""), Seed(1)), InvalidInput);
}

TEST(Folds, AGivenSplitIsOneFold) {
    Dataset dataset;
    dataset.name = "X";
    EXPECT_THROW((void)given_split(dataset), InvalidInput);
    dataset.graph_split = {"test", "train", "val", "train"};
    EXPECT_EQ(given_split(dataset), (Fold{{1, 3}, {2}, {0}}));
    dataset.graph_split = {"train", "val"};
    EXPECT_THROW((void)given_split(dataset), InvalidInput);
}

TEST(Folds, ClassesAreNumberedInTheOrderOfTheirLabels) {
    Dataset dataset;
    dataset.graphs.resize(4);
    std::vector<long> labels;
    EXPECT_THROW((void)class_numbers(dataset, labels), InvalidInput);
    dataset.graph_labels = {7, -1, 7, 3};
    EXPECT_EQ(class_numbers(dataset, labels), (std::vector<int>{2, 0, 2, 1}));
    EXPECT_EQ(labels, (std::vector<long>{-1, 3, 7}));
}

}  // namespace
}  // namespace ndpool

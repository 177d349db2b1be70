#pragma once

#include <span>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/dataset.hpp"

namespace ndpool {

/// The purpose of graphs: numbers of graphs, ascending, each in one list at most.
struct Fold {
    std::vector<int> train;
    std::vector<int> validation;
    std::vector<int> test;

    bool operator==(const Fold&) const = default;
};

/// The class of each graph as a number from 0 on, in the order of the graph labels; `labels` becomes the label of each class,
/// ascending. Throws InvalidInput if the graphs have no labels.
[[nodiscard]] std::vector<int> class_numbers(const Dataset& dataset, std::vector<long>& labels);

/// Folds for cross-validation, given the class of each graph (0 or above). Every graph is in the test list of one fold. Sizes
/// of test lists differ by one at most, and so do the numbers of graphs of any class in them. Of the other graphs, the fraction
/// `validation_share`, rounded, is for validation (at least one graph if the fraction is positive), each class in proportion to
/// its size up to one graph. Throws InvalidInput for fewer than two folds, more folds than graphs, fewer than two classes or a
/// fraction outside [0, 1).
[[nodiscard]] std::vector<Fold> stratified_folds(std::span<const int> classes, int folds, double validation_share, Seed seed);

/// The split that the data comes with. Throws InvalidInput if it has none, or one without graphs to train on or to test.
[[nodiscard]] Fold given_split(const Dataset& dataset);

}  // namespace ndpool

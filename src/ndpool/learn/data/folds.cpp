#include "ndpool/learn/data/folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ndpool {

namespace {

/// The graphs class by class, in random order within a class.
std::vector<int> class_by_class(std::span<const int> graphs, std::span<const int> classes, Seed seed) {
    std::vector<int> order(graphs.begin(), graphs.end());
    Random random(seed);
    shuffle(std::span(order), random);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return classes[a] < classes[b]; });
    return order;
}

/// A list of graphs in two parts: those taken out and those left, both ascending.
struct Taken {
    std::vector<int> out;
    std::vector<int> left;
};

/// Takes `count` graphs, evenly spaced in a list that is ordered by class, so each class gives a number in proportion to its
/// size, up to one graph.
Taken take_evenly(const std::vector<int>& ordered, std::size_t count) {
    Taken taken;
    for (std::size_t k = 0; k < ordered.size(); ++k) {
        const bool steps_up = (k + 1) * count / ordered.size() > k * count / ordered.size();
        (steps_up ? taken.out : taken.left).push_back(ordered[k]);
    }
    std::sort(taken.out.begin(), taken.out.end());
    std::sort(taken.left.begin(), taken.left.end());
    return taken;
}

std::size_t validation_size(std::size_t graphs, double share) {
    if (share == 0 || graphs < 2) {
        return 0;
    }
    const auto rounded = static_cast<std::size_t>(std::floor(share * static_cast<double>(graphs) + 0.5));
    return std::clamp<std::size_t>(rounded, 1, graphs - 1);
}

void require_foldable(std::span<const int> classes, int folds, double validation_share) {
    if (folds < 2 || static_cast<std::size_t>(folds) > classes.size()) {
        throw InvalidInput(fmt::format("folds: there are {} folds for {} graphs, expected from 2 to as many as there are graphs",
                                       folds, classes.size()));
    }
    if (!(validation_share >= 0 && validation_share < 1)) {
        throw InvalidInput(fmt::format("validation share: it is {}, expected at least 0 and less than 1", validation_share));
    }
    const auto [least, largest] = std::minmax_element(classes.begin(), classes.end());
    if (*least < 0) {
        throw InvalidInput(fmt::format("classes: there is a class {}, expected numbers from 0 on", *least));
    }
    if (*least == *largest) {
        throw InvalidInput("classes: all graphs are of one class, expected at least two classes");
    }
}

}  // namespace

std::vector<int> class_numbers(const Dataset& dataset, std::vector<long>& labels) {
    if (dataset.graph_labels.size() != dataset.graphs.size()) {
        throw InvalidInput(fmt::format("{}: there are {} graph labels, expected {}, one for each graph", dataset.name,
                                       dataset.graph_labels.size(), dataset.graphs.size()));
    }
    labels = distinct(dataset.graph_labels);
    std::vector<int> classes;
    classes.reserve(dataset.graph_labels.size());
    for (const long label : dataset.graph_labels) {
        classes.push_back(static_cast<int>(std::lower_bound(labels.begin(), labels.end(), label) - labels.begin()));
    }
    return classes;
}

std::vector<Fold> stratified_folds(std::span<const int> classes, int folds, double validation_share, Seed seed) {
    require_foldable(classes, folds, validation_share);
    std::vector<int> graphs(classes.size());
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        graphs[i] = static_cast<int>(i);
    }
    // Dealt out like cards, one class after the other without restarting: balanced in each class and in total.
    const std::vector<int> dealt = class_by_class(graphs, classes, seed.child("test"));
    std::vector<int> tested_in(classes.size());
    for (std::size_t k = 0; k < dealt.size(); ++k) {
        tested_in[dealt[k]] = static_cast<int>(k % static_cast<std::size_t>(folds));
    }
    std::vector<Fold> result(static_cast<std::size_t>(folds));
    for (int number = 0; number < folds; ++number) {
        Fold& fold = result[number];
        std::vector<int> rest;
        for (const int graph : graphs) {
            (tested_in[graph] == number ? fold.test : rest).push_back(graph);
        }
        const auto ordered = class_by_class(rest, classes, seed.child("validation", static_cast<std::uint64_t>(number)));
        Taken taken = take_evenly(ordered, validation_size(rest.size(), validation_share));
        fold.validation = std::move(taken.out);
        fold.train = std::move(taken.left);
    }
    return result;
}

Fold given_split(const Dataset& dataset) {
    if (dataset.graph_split.empty()) {
        throw InvalidInput(
            fmt::format("{}: the data comes without a split, expected train, val or test for each graph", dataset.name));
    }
    Fold fold;
    for (std::size_t i = 0; i < dataset.graph_split.size(); ++i) {
        const std::string& part = dataset.graph_split[i];
        (part == "train" ? fold.train : part == "val" ? fold.validation : fold.test).push_back(static_cast<int>(i));
    }
    if (fold.train.empty() || fold.test.empty()) {
        throw InvalidInput(fmt::format("{}: the split has {} graphs to train on and {} to test, expected some of both",
                                       dataset.name, fold.train.size(), fold.test.size()));
    }
    return fold;
}

}  // namespace ndpool

#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/learn/data/features.hpp"
#include "ndpool/learn/data/folds.hpp"
#include "ndpool/learn/data/sample.hpp"
#include "ndpool/learn/train/run_options.hpp"

namespace ndpool {

/// A data set in the form that networks take.
struct PreparedData {
    /// One per graph; then all graphs again with the pyramids of each further side of RunOptions::augment.
    std::vector<Sample> samples;
    std::size_t sides = 1;  ///< pyramids of each graph
    bool average = false;   ///< RunOptions::average
    FeatureEncoding encoding;
    std::vector<long> labels;  ///< of each class
    std::vector<Fold> folds;
    DataFacts facts;
    double coarsening_seconds = 0;

    [[nodiscard]] std::size_t graph_count() const { return samples.size() / sides; }
    /// How many of a graph's pyramids it is classified by: the first ones.
    [[nodiscard]] std::size_t judged_sides() const { return average ? sides : 1; }
    /// The samples of these graphs with the pyramids of one side.
    [[nodiscard]] std::vector<int> on_side(std::vector<int> graphs, std::size_t side) const {
        for (int& graph : graphs) {
            graph += static_cast<int>(side * graph_count());
        }
        return graphs;
    }
    [[nodiscard]] std::int64_t feature_count() const { return static_cast<std::int64_t>(ndpool::feature_count(encoding)); }
    [[nodiscard]] std::int64_t class_count() const { return static_cast<std::int64_t>(labels.size()); }
};

/// The split that the data comes with, repeated as often as the options say, or stratified folds. Throws InvalidInput if the
/// data cannot be split that way.
[[nodiscard]] std::vector<Fold> folds_of(const Dataset& dataset, const RunOptions& options);

/// Coarsens (or reads from the cache), encodes and splits the data. Throws InvalidInput if the data has no classes or cannot be
/// split that way.
[[nodiscard]] PreparedData prepare_data(const Dataset& dataset, const RunOptions& options, const Parallel& parallel,
                                        const Progress& progress);

/// Samples for a network that was trained on other data: by its encoding and its classes; a graph of an unknown class, or
/// without one, has label -1.
[[nodiscard]] std::vector<Sample> samples_like(const Dataset& dataset, const RunOptions& options, const DataFacts& facts,
                                               const FeatureEncoding& encoding, const std::vector<long>& labels,
                                               const Parallel& parallel, const Progress& progress);

}  // namespace ndpool

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
    std::vector<Sample> samples;                 ///< one per graph
    std::vector<std::vector<Sample>> augmented;  ///< the same graphs with each side of RunOptions::augment
    bool average = false;                        ///< RunOptions::average
    FeatureEncoding encoding;
    std::vector<long> labels;  ///< of each class
    std::vector<Fold> folds;
    DataFacts facts;
    double coarsening_seconds = 0;

    /// What is trained on when batches are drawn for the `turn`-th time, from 0 on.
    [[nodiscard]] const std::vector<Sample>& samples_in_turn(std::uint64_t turn) const {
        const std::uint64_t which = turn % (augmented.size() + 1);
        return which == 0 ? samples : augmented[which - 1];
    }
    /// What graphs are classified by.
    [[nodiscard]] std::vector<const std::vector<Sample>*> judged_samples() const {
        std::vector<const std::vector<Sample>*> judged{&samples};
        for (std::size_t i = 0; average && i < augmented.size(); ++i) {
            judged.push_back(&augmented[i]);
        }
        return judged;
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

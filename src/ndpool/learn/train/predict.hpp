#pragma once

#include "ndpool/learn/train/run_folder.hpp"

namespace ndpool {

struct Predictions {
    std::vector<long> labels;                       ///< of the classes
    std::vector<long> classes;                      ///< the likeliest for each graph, by its label
    std::vector<std::vector<float>> probabilities;  ///< for each graph, one per class
    std::optional<double> accuracy;                 ///< if the data has classes and the networks know them all
    std::vector<long> unknown_classes;              ///< of the data, ascending, that the networks do not know
    std::size_t nodes = 0;                          ///< of all graphs
    UnknownLabels unknown_labels;                   ///< of nodes; the networks see these nodes without their label
    int folds_used = 0;
    int folds = 0;  ///< number of folds of the run
};

/// "1, 2, 3"; for more than ten labels, the first ones and the number of labels.
[[nodiscard]] std::string listed_labels(const std::vector<long>& labels);

/// Predictions of the network of one fold, from 1, or the mean of those of all finished folds. Throws InvalidInput if the data
/// lacks what the networks were trained on, every node has a label that they do not know, or no fold is finished.
[[nodiscard]] Predictions predict(const RunFolder& run, const Dataset& dataset, std::optional<int> fold, const Parallel& parallel,
                                  const Progress& progress);

}  // namespace ndpool

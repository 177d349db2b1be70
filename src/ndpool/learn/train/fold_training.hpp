#pragma once

#include <functional>

#include "ndpool/learn/train/prepared_data.hpp"

namespace ndpool {

class Network;
struct Parameters;

/// One line of the metrics.
struct EpochRecord {
    int epoch = 0;
    double loss = 0;  ///< mean over the training graphs while they were learned from, with what pools add, without L2
    double accuracy = 0;
    double validation_loss = 0;
    double validation_accuracy = 0;
    double seconds = 0;  ///< of training alone, without validation
};

/// Where the training of a network stands after an epoch; all that is needed to go on from there.
struct FoldState {
    std::vector<float> values;
    AdamState adam;
    std::vector<float> best_values;
    double best_loss = 0;
    int best_epoch = 0;  ///< 0: none yet
    std::vector<EpochRecord> history;
    bool finished = false;
    double test_loss = 0;
    double test_accuracy = 0;
};

/// Trains one network until the validation loss has not fallen for `patience` epochs, goes back to the best epoch and tests it.
/// Continues from `state`, and ends with the same numbers wherever it begins. `after_epoch` gets every new state, and stops the
/// training by returning false; the state that is returned is then not finished.
[[nodiscard]] FoldState train_fold(const Network& network, const PreparedData& data, const Fold& fold,
                                   const TrainingOptions& options, Seed seed, FoldState state,
                                   const std::function<bool(const FoldState&)>& after_epoch = {});

/// Loss and accuracy on some graphs.
struct Evaluation {
    double loss = 0;
    double accuracy = 0;
};

/// Class probabilities of graphs, one row each.
[[nodiscard]] std::vector<std::vector<float>> class_probabilities(const Network& network, const Parameters& parameters,
                                                                  const std::vector<Sample>& samples);

/// Libraries below LibTorch are told to leave threads to us. To be called once in every thread that trains.
void use_one_thread_here();

}  // namespace ndpool

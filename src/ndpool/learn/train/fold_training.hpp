#pragma once

#include <functional>

#include "ndpool/learn/train/prepared_data.hpp"

namespace ndpool {

class Network;
struct Parameters;

/// One line of the metrics.
struct EpochRecord {
    int epoch = 0;
    double loss = 0;  ///< mean over the training graphs during the epoch, with what pools add, without L2
    double accuracy = 0;
    double validation_loss = 0;
    double validation_accuracy = 0;
    double seconds = 0;  ///< of training alone, without validation
};

/// The state of training a network after an epoch; all that is needed to resume.
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
    std::vector<int> test_predictions = {};  ///< class of each graph of the fold's test list, from 0; empty in earlier versions
};

/// Loss and accuracy on some graphs or signals.
struct Evaluation {
    double loss = 0;
    double accuracy = 0;
};

/// Adds the next epoch to the history. Throws NumericalFailure if a loss is not finite.
void append_epoch(FoldState& state, EpochRecord record, const Evaluation& validation);

/// Makes the last epoch the best one.
void choose_last_epoch(FoldState& state);

/// Ends a training with what the best epoch does on the test graphs or signals.
void finish(FoldState& state, const Evaluation& test);

/// Whether training ends here: after so many epochs, or when none of the last `patience` was the best one.
[[nodiscard]] bool is_over(const FoldState& state, int most_epochs, int patience);

/// Trains one network until the validation loss has not fallen for `patience` epochs, returns to the best epoch and tests it.
/// Resumes from `state`; the final numbers are the same wherever it resumes. `after_epoch` gets every new state, and stops the
/// training by returning false; the state that is returned is then not finished.
[[nodiscard]] FoldState train_fold(const Network& network, const PreparedData& data, const Fold& fold,
                                   const TrainingOptions& options, Seed seed, FoldState state,
                                   const std::function<bool(const FoldState&)>& after_epoch = {});

/// Class probabilities of graphs, one row each.
[[nodiscard]] std::vector<std::vector<float>> class_probabilities(const Network& network, const Parameters& parameters,
                                                                  const std::vector<Sample>& samples);

/// Tells the libraries below LibTorch to start no threads. To be called once in every thread that trains.
void use_one_thread_here();

}  // namespace ndpool

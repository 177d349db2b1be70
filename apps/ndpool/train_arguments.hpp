#pragma once

#include <functional>

#include "ndpool/learn/train/train_run.hpp"
#include "signal_input.hpp"

namespace ndpool::command {

/// What `ndpool train` was told; empty where nothing was said.
struct TrainArguments {
    InputOptions input;
    std::string output;
    std::string preset = "paper";
    std::string pool = "ndp";
    std::string features;
    std::string layer;
    std::string reduce;
    std::string readout;
    std::string gate;
    std::string connect;
    std::string normalise;
    bool jump = false;
    std::optional<std::vector<int>> head;
    std::optional<double> dropout;
    std::optional<double> input_dropout;
    std::optional<double> decay;
    std::optional<int> plateau_patience;
    std::string select;
    std::optional<std::vector<int>> channels;
    std::optional<double> learning_rate;
    std::optional<double> l2;
    std::optional<int> batch_size;
    std::optional<int> epochs;
    std::optional<int> patience;
    int folds = RunOptions{}.folds;
    std::optional<int> stride;
    SignalInputOptions signals;
    std::string schedule;
    bool bias = false;
    std::optional<double> epsilon;
    std::string cut_method;
    std::string keep;
    std::vector<std::string> augment;
    bool average = false;
    std::string unique;
    bool own_folds = false;
    bool raw_features = false;
    std::optional<int> reshuffle_every;
    bool resume = false;
    bool overwrite = false;
    std::string part;  ///< "2/5"; all folds if empty
    double checkpoint_seconds = TrainRunControl{}.seconds_between_checkpoints;
};

/// Declares the options of `ndpool train`, but those of every command.
void add_train_options(CLI::App& command, TrainArguments& arguments);

/// Throws InvalidInput unless the run may be written to --output. `check` throws for a run that is not ours or is damaged.
void require_place_for_run(const TrainArguments& arguments, const std::function<void(const RunFolder&)>& check);

}  // namespace ndpool::command

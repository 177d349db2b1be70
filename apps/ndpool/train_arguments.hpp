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

/// An option that was not given leaves the value of the preset.
template <typename Value>
void take_given(const std::string& word, Value (*named)(std::string_view), Value& value) {
    if (!word.empty()) {
        value = named(word);
    }
}

template <typename Value>
void take_given(const std::optional<Value>& given, Value& value) {
    value = given.value_or(value);
}

inline void take_given(const std::optional<std::vector<int>>& given, std::vector<std::int64_t>& widths) {
    if (given) {
        widths.assign(given->begin(), given->end());
    }
}

void take_ndp(const TrainArguments& arguments, NdpOptions& options);

/// What training on graphs and on signals has in common.
template <typename Training>
void take_steps(const TrainArguments& arguments, Training& training) {
    take_given(arguments.learning_rate, training.adam.learning_rate);
    take_given(arguments.l2, training.adam.l2);
    take_given(arguments.batch_size, training.batch_size);
    take_given(arguments.epochs, training.epochs);
    take_given(arguments.patience, training.patience);
}

/// Declares the options of `ndpool train`, but those of every command.
void add_train_options(CLI::App& command, TrainArguments& arguments);

/// Throws InvalidInput unless the run may be written to --output. `check` throws for a run that is not ours or is damaged.
void require_place_for_run(const TrainArguments& arguments, const std::function<void(const RunFolder&)>& check);

}  // namespace ndpool::command

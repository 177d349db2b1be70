#pragma once

#include "signal_input.hpp"

namespace ndpool::command {

/// What `ndpool train` was told about signals; empty where nothing was said.
struct SignalTrainArguments {
    InputOptions input;
    SignalInputOptions signals;
    std::string output;
    std::string preset;
    std::string pool;
    std::string reduce;
    std::string readout;
    std::string schedule;
    std::string cut_method;
    std::string keep;
    std::optional<std::vector<int>> channels;
    std::optional<double> learning_rate;
    std::optional<double> l2;
    std::optional<double> epsilon;
    std::optional<double> dropout;
    std::optional<int> batch_size;
    std::optional<int> epochs;
    std::optional<int> patience;
    std::optional<int> stride;
    int runs = 10;
    bool bias = false;
    bool resume = false;
    bool overwrite = false;
    double checkpoint_seconds = 2;
};

void train_signals_command(const SignalTrainArguments& arguments, const CommonOptions& common);

}  // namespace ndpool::command

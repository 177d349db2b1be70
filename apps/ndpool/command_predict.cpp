#include <fmt/format.h>
#include <fmt/ranges.h>

#include "input.hpp"
#include "learn_commands.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/learn/signals/signal_predict.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "signal_input.hpp"

namespace ndpool::command {

namespace {

struct PredictArguments {
    std::string run;
    InputOptions input;
    std::optional<int> fold;
    std::string output;
};

std::string csv_of(const Predictions& predictions, bool signals) {
    std::string text = signals ? "signal,class" : "graph,class";
    for (const long label : predictions.labels) {
        text += fmt::format(",probability of {}", label);
    }
    text += "\n";
    for (std::size_t g = 0; g < predictions.probabilities.size(); ++g) {
        text += fmt::format("{},{},{:.6f}\n", g + 1, predictions.classes[g], fmt::join(predictions.probabilities[g], ","));
    }
    return text;
}

Json json_of(const Predictions& predictions, bool signals) {
    Json graphs = Json::array();
    for (std::size_t g = 0; g < predictions.probabilities.size(); ++g) {
        graphs.push_back({{"class", predictions.classes[g]}, {"probabilities", predictions.probabilities[g]}});
    }
    Json all{{"classes", predictions.labels}, {signals ? "signals" : "graphs", graphs}};
    if (predictions.unknown_labels.nodes > 0) {
        all["unknown_node_labels"] = predictions.unknown_labels.labels;
    }
    if (predictions.accuracy) {
        all["accuracy"] = *predictions.accuracy;
    }
    return all;
}

void run_predict(const PredictArguments& arguments, const CommonOptions& common) {
    const RunFolder run(arguments.run);
    const bool signals = is_signal_run(run);
    if (!signals) {
        (void)run.description();
    }
    if (!arguments.output.empty()) {
        require_place_for_file(arguments.output);
    }
    const Predictions predictions =
        signals
            ? predict_signals(run, read_signals_to_predict(arguments.input, run, common), arguments.fold, common.parallel())
            : predict(run, read_dataset_input(arguments.input, common), arguments.fold, common.parallel(), progress_bar(common));
    const std::string text = common.json ? json_text(json_of(predictions, signals)) + "\n" : csv_of(predictions, signals);
    if (arguments.output.empty()) {
        fmt::print("{}", text);
    } else {
        write_file(arguments.output, text);
    }
    if (!arguments.fold && predictions.folds_used < predictions.folds) {
        say(common, fmt::format("ndpool: note: the run is not finished, these are the networks of {} of {} folds",
                                predictions.folds_used, predictions.folds));
    }
    if (predictions.unknown_labels.nodes > 0) {
        say(common,
            fmt::format("ndpool: note: {} of {} nodes have labels that the networks do not know ({}) and count as nodes "
                        "without a label",
                        predictions.unknown_labels.nodes, predictions.nodes, listed_labels(predictions.unknown_labels.labels)));
    }
    if (predictions.accuracy) {
        say(common, fmt::format("accuracy: {:.1f} %", 100 * *predictions.accuracy));
    }
    if (!predictions.unknown_classes.empty()) {
        say(common,
            fmt::format("ndpool: note: no accuracy, because the data has classes that the networks do not know ({}); they "
                        "were trained on {}",
                        fmt::join(predictions.unknown_classes, ", "), fmt::join(predictions.labels, ", ")));
    }
}

}  // namespace

void add_predict(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("predict", "Classify graphs with the networks of a training run");
    auto arguments = std::make_shared<PredictArguments>();
    command->add_option("RUN", arguments->run, "Folder that ndpool train wrote")->required();
    add_input_options(*command, arguments->input);
    command
        ->add_option("--fold", arguments->fold,
                     "Use only the network of this fold, counted from 1 (default: the mean of all networks)")
        ->transform(whole_number(1, 1000));
    command->add_option("-o,--output", arguments->output, "File to write instead of standard output");
    add_common_options(*command, common);
    command->footer("Examples:\n  ndpool predict run PROTEINS.zip\n  ndpool predict run bench:easy-small --json");
    command->callback([arguments, &common] { run_predict(*arguments, common); });
}

}  // namespace ndpool::command

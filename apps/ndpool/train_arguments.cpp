#include "train_arguments.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "option_checks.hpp"
#include "part_argument.hpp"

namespace ndpool::command {

namespace {

/// Groups of options in the help text.
constexpr const char* network_group = "Network";
constexpr const char* pyramid_group = "Pooling by a pyramid";
constexpr const char* training_group = "Training";

void add_network_options(CLI::App& command, TrainArguments& arguments) {
    command
        .add_option(
            "--layer", arguments.layer,
            "Kind of layer: mp (default, the paper's), gcn, chebyshev, sage, gin, gat, arma, edge-conditioned or relational")
        ->group(network_group);
    command.add_option("--channels", arguments.channels, "Channels of each layer, such as 32,32,32")
        ->delimiter(',')
        ->transform(whole_number(1, 65536))
        ->group(network_group);
    command
        .add_option("--readout", arguments.readout,
                    "Global pooling of the nodes of a graph: mean (default), sum or max; signals also flatten")
        ->group(network_group);
    command
        .add_option(
            "--gate", arguments.gate,
            "topk, sagpool: features of kept nodes are multiplied by this function of their scores: tanh (default), sigmoid or "
            "attention")
        ->check(one_of({"tanh", "sigmoid", "attention"}))
        ->group(network_group);
    command
        .add_option("--connect", arguments.connect,
                    "topk, sagpool: kept nodes are joined by the edges between them (edges, default) or by Kron reduction (kron)")
        ->check(one_of({"edges", "kron"}))
        ->group(network_group);
    command.add_option("--normalise", arguments.normalise, "Normalisation after every layer: none (default) or batch")
        ->group(network_group);
    command.add_flag("--jump", arguments.jump, "Read out every layer, not only the last one (jumping knowledge)")
        ->group(network_group);
    command
        .add_option("--head", arguments.head, "Widths of hidden layers between readout and classes, such as 64,32 (default none)")
        ->delimiter(',')
        ->transform(whole_number(1, 65536))
        ->group(network_group);
    command
        .add_option("--dropout", arguments.dropout,
                    "Dropout rate after each hidden layer of the head, or after the readout if the head has none (default 0)")
        ->check(finite_number(0, 0.99))
        ->group(network_group);
    command
        .add_option("--input-dropout", arguments.input_dropout,
                    "Signals: dropout rate of the nodes of a signal, drawn anew in every epoch (default 0)")
        ->check(finite_number(0, 0.99))
        ->group(network_group);
    command.add_flag("--bias", arguments.bias, "Layers have biases")->group(network_group);
    command
        .add_option("--features", arguments.features, "Input features: paper, given, authors or degrees (default: as the preset)")
        ->group(network_group);
    command.add_flag("--raw-features", arguments.raw_features, "Do not scale attributes to mean zero and variance one")
        ->group(network_group);
}

void add_pyramid_options(CLI::App& command, TrainArguments& arguments) {
    command
        .add_option("--stride", arguments.stride,
                    "Factor by which each pool reduces the number of nodes: a power of two (default 2, signals 4)")
        ->transform(whole_number(2, 64))
        ->group(pyramid_group);
    command
        .add_option("--epsilon", arguments.epsilon,
                    "ndp: drop edges of pooled graphs whose weight is at most this (default 0.01)")
        ->check(finite_number(0))
        ->group(pyramid_group);
    command.add_option("--cut-method", arguments.cut_method, "ndp: method of the cut, see ndpool coarsen --help")
        ->group(pyramid_group);
    command.add_option("--keep", arguments.keep, "ndp: side of the cut to keep: first (default), smaller, larger or cheaper")
        ->group(pyramid_group);
    command
        .add_option("--augment", arguments.augment,
                    "ndp: also train on pyramids that keep these sides, such as smaller,larger; every graph changes its side "
                    "whenever new batches are drawn, and is classified by the side of --keep")
        ->delimiter(',')
        ->check(one_of({"first", "smaller", "larger", "cheaper"}))
        ->group(pyramid_group);
    command
        .add_flag("--average", arguments.average,
                  "Classify a graph by the mean of the class probabilities over its pyramids of --keep and --augment")
        ->group(pyramid_group);
    command
        .add_option("--reduce", arguments.reduce,
                    "How a pool of a pyramid combines the features of the nodes of a cluster: take, mean, sum, max, harmonic, or "
                    "the kept node beside the others: take+mean, take+sum, take+max, take+harmonic (default: depends on the "
                    "pool)")
        ->group(pyramid_group);
}

void add_training_options(CLI::App& command, TrainArguments& arguments) {
    command.add_option("--learning-rate", arguments.learning_rate, "Learning rate of Adam (default 0.0005)")
        ->check(finite_number(0))
        ->group(training_group);
    command.add_option("--l2", arguments.l2, "Factor of the L2 penalty on all weights in the loss (default 0.0005)")
        ->check(finite_number(0))
        ->group(training_group);
    command.add_option("--decay", arguments.decay, "Decoupled weight decay, as in AdamW (default 0)")
        ->check(finite_number(0))
        ->group(training_group);
    command
        .add_option(
            "--schedule", arguments.schedule,
            "Learning rate over the epochs: constant (default), cosine, which falls to zero, or for graphs plateau, which "
            "halves it when the validation loss stops falling")
        ->group(training_group);
    command
        .add_option("--plateau-patience", arguments.plateau_patience,
                    "plateau: number of epochs without a lower validation loss after which the rate is halved (default 20)")
        ->transform(whole_number(1, 1000000))
        ->group(training_group);
    command
        .add_option(
            "--select", arguments.select,
            "Choose the epoch with the least validation loss (loss, default) or the highest validation accuracy (accuracy)")
        ->group(training_group);
    command.add_option("--batch-size", arguments.batch_size, "Graphs per batch (default 32)")
        ->transform(whole_number(1, 1000000))
        ->group(training_group);
    command.add_option("--epochs", arguments.epochs, "Maximum number of epochs (default 2000)")
        ->transform(whole_number(1, 1000000))
        ->group(training_group);
    command
        .add_option("--patience", arguments.patience,
                    "Number of epochs without a lower validation loss after which training stops (default 50)")
        ->transform(whole_number(1, 1000000))
        ->group(training_group);
    command
        .add_option("--reshuffle-every", arguments.reshuffle_every,
                    "Number of epochs after which new batches are drawn; 0: never (default 10)")
        ->transform(whole_number(0, 1000000))
        ->group(training_group);
    command
        .add_option("--checkpoint-seconds", arguments.checkpoint_seconds,
                    "Seconds of training between two checkpoints of a fold; 0: after every epoch")
        ->check(finite_number(0))
        ->group(training_group)
        ->capture_default_str();
}

void add_run_options(CLI::App& command, TrainArguments& arguments) {
    add_input_options(command, arguments.input);
    command.get_option("INPUT")->description(
        "TU dataset (folder or .zip), a generator of a dataset such as bench:easy, or signals over one graph, see below");
    command.add_option("-o,--output", arguments.output, "Folder of the run, for config.json, metrics, models and result.json")
        ->required();
    command.add_option("--pool", arguments.pool, "Pooling method of the network, see below")->capture_default_str();
    command
        .add_option(
            "--preset", arguments.preset,
            "Settings of the paper's text (paper), of the authors' program (authors), of recent papers on pooling (modern), or "
            "of the paper with the harmonic reduction (tuned); for signals paper or tuned")
        ->capture_default_str();
    command
        .add_option("--folds", arguments.folds,
                    "Number of networks to train: folds of a cross-validation, or runs on the dataset's own split")
        ->transform(whole_number(1, 1000))
        ->capture_default_str();
    command.add_option("--unique", arguments.unique,
                       "Leave out copies of earlier graphs: never (default), structure (isomorphic graphs) or labels (isomorphic "
                       "graphs with the same labels and attributes)");
    command.add_flag("--own-folds", arguments.own_folds, "Cross-validate even if the dataset has its own split");
    command.add_flag("--resume", arguments.resume,
                     "Resume an interrupted run, with the same options; it ends with the numbers of an uninterrupted one");
    command.add_flag("--overwrite", arguments.overwrite, "Replace the run in the folder");
    command
        .add_option("--part", arguments.part,
                    "Train the K-th of every N folds only, given as K/N; ndpool merge puts the folders of all parts together")
        ->check(part_of_many());
}

}  // namespace

void add_train_options(CLI::App& command, TrainArguments& arguments) {
    add_run_options(command, arguments);
    add_network_options(command, arguments);
    add_pyramid_options(command, arguments);
    add_training_options(command, arguments);
    add_signal_input_options(command, arguments.signals);
}

void take_ndp(const TrainArguments& arguments, NdpOptions& options) {
    take_given(arguments.epsilon, options.threshold.epsilon);
    take_given(arguments.cut_method, cut_method_named, options.cut.method);
    take_given(arguments.keep, kept_side_named, options.cut.keep);
}

void require_place_for_run(const TrainArguments& arguments, const std::function<void(const RunFolder&)>& check) {
    const RunFolder folder(arguments.output);
    if (folder.has_run()) {
        check(folder);
        if (!arguments.resume && !arguments.overwrite) {
            throw InvalidInput(
                fmt::format("{}: there is a run already; --resume resumes it, --overwrite replaces it", arguments.output));
        }
    } else if (folder.has_something_else()) {
        throw InvalidInput(fmt::format("{}: something else is there, expected a new folder or a run", arguments.output));
    }
}

}  // namespace ndpool::command

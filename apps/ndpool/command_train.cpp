#include <fmt/format.h>

#include "input.hpp"
#include "learn_commands.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/learn/train/train_run.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "part_argument.hpp"
#include "part_input.hpp"
#include "run_report.hpp"
#include "train_signals.hpp"
#include "training_line.hpp"

namespace ndpool::command {

namespace {

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
    std::string unique;
    bool own_folds = false;
    bool raw_features = false;
    std::optional<int> reshuffle_every;
    bool resume = false;
    bool overwrite = false;
    std::string part;  ///< "2/5"; all folds if empty
    double checkpoint_seconds = TrainRunControl{}.seconds_between_checkpoints;
};

/// An option that has no effect on the chosen pool is refused.
void refuse_options_of_other_pools(const TrainArguments& arguments, PoolMethod pool) {
    const auto refuse = [&](std::string_view option, std::string_view whose) {
        throw InvalidInput(fmt::format("{}: belongs to {}, the pool here is {}", option, whose, arguments.pool));
    };
    if (pool != PoolMethod::ndp && arguments.epsilon) {
        refuse("--epsilon", "the pool ndp");
    }
    if (pool != PoolMethod::ndp && !arguments.cut_method.empty()) {
        refuse("--cut-method", "the pool ndp");
    }
    if (pool != PoolMethod::ndp && !arguments.keep.empty()) {
        refuse("--keep", "the pool ndp");
    }
    if (pool != PoolMethod::ndp && !arguments.augment.empty()) {
        refuse("--augment", "the pool ndp");
    }
    if (parts_of(pool).kind != PoolKind::precomputed && !arguments.reduce.empty()) {
        refuse("--reduce", "pools of a pyramid");
    }
    if (pool != PoolMethod::topk && pool != PoolMethod::sagpool && !arguments.gate.empty()) {
        refuse("--gate", "the pools topk and sagpool");
    }
    if (pool != PoolMethod::topk && pool != PoolMethod::sagpool && !arguments.connect.empty()) {
        refuse("--connect", "the pools topk and sagpool");
    }
}

RunOptions resolved(const TrainArguments& arguments, const std::string& dataset, const CommonOptions& common) {
    RunOptions options = preset_named(arguments.preset, dataset);
    options.pool = pool_method_named(arguments.pool).method;
    options.network.pool.reduce =
        arguments.reduce.empty() ? preset_reduce(arguments.preset, options.pool) : reduce_named(arguments.reduce);
    if (!arguments.layer.empty()) {
        options.network.layer.kind = layer_kind_named(arguments.layer);
    }
    if (!arguments.readout.empty()) {
        options.network.readout = readout_named(arguments.readout);
    }
    if (!arguments.gate.empty()) {
        options.network.pool.gate = gate_named(arguments.gate);
    }
    if (!arguments.connect.empty()) {
        options.network.pool.connect = connect_named(arguments.connect);
    }
    if (!arguments.normalise.empty()) {
        options.network.normalise = normalisation_named(arguments.normalise);
    }
    options.network.jump = options.network.jump || arguments.jump;
    if (arguments.head) {
        options.network.head.assign(arguments.head->begin(), arguments.head->end());
    }
    options.network.dropout = arguments.dropout.value_or(options.network.dropout);
    options.network.layer.bias = options.network.layer.bias || arguments.bias;
    options.stride = arguments.stride.value_or(options.stride);
    if ((options.stride & (options.stride - 1)) != 0) {
        throw InvalidInput(fmt::format("--stride: {} is not a power of two", options.stride));
    }
    refuse_options_of_other_pools(arguments, options.pool);
    options.ndp.threshold.epsilon = arguments.epsilon.value_or(options.ndp.threshold.epsilon);
    if (!arguments.cut_method.empty()) {
        options.ndp.cut.method = cut_method_named(arguments.cut_method);
    }
    if (!arguments.keep.empty()) {
        options.ndp.cut.keep = kept_side_named(arguments.keep);
    }
    for (const std::string& side : arguments.augment) {
        options.augment.push_back(kept_side_named(side));
    }
    if (!arguments.features.empty()) {
        options.features = feature_style_named(arguments.features);
    }
    options.standardize = !arguments.raw_features;
    if (arguments.channels) {
        options.network.channels.assign(arguments.channels->begin(), arguments.channels->end());
    }
    options.ndp.levels = levels_of(options);
    TrainingOptions& training = options.training;
    training.adam.learning_rate = arguments.learning_rate.value_or(training.adam.learning_rate);
    training.adam.l2 = arguments.l2.value_or(training.adam.l2);
    training.batch_size = arguments.batch_size.value_or(training.batch_size);
    training.epochs = arguments.epochs.value_or(training.epochs);
    training.patience = arguments.patience.value_or(training.patience);
    training.reshuffle_every = arguments.reshuffle_every.value_or(training.reshuffle_every);
    training.adam.decay = arguments.decay.value_or(training.adam.decay);
    if (!arguments.schedule.empty()) {
        training.schedule = rate_schedule_named(arguments.schedule);
    }
    training.plateau_patience = arguments.plateau_patience.value_or(training.plateau_patience);
    if (!arguments.select.empty()) {
        training.select = selection_named(arguments.select);
    }
    options.folds = arguments.folds;
    options.given_split = !arguments.own_folds;
    options.unique = arguments.unique.empty() ? SameGraph::never : same_graph_named(arguments.unique);
    options.seed = common.seed;
    return options;
}

void require_place_for_run(const TrainArguments& arguments) {
    const RunFolder folder(arguments.output);
    if (folder.has_run()) {
        (void)folder.description();  // throws if the run is not ours or is damaged
        if (!arguments.resume && !arguments.overwrite) {
            throw InvalidInput(
                fmt::format("{}: there is a run already; --resume resumes it, --overwrite replaces it", arguments.output));
        }
    } else if (folder.has_something_else()) {
        throw InvalidInput(fmt::format("{}: something else is there, expected a new folder or a run", arguments.output));
    }
}

SignalTrainArguments signal_arguments(const TrainArguments& arguments) {
    for (const auto& [is_given, option] :
         {std::pair{!arguments.layer.empty(), "--layer"}, std::pair{!arguments.gate.empty(), "--gate"},
          std::pair{!arguments.connect.empty(), "--connect"}, std::pair{!arguments.features.empty(), "--features"},
          std::pair{arguments.raw_features, "--raw-features"}, std::pair{!arguments.normalise.empty(), "--normalise"},
          std::pair{arguments.jump, "--jump"}, std::pair{arguments.head.has_value(), "--head"},
          std::pair{arguments.decay.has_value(), "--decay"}, std::pair{!arguments.select.empty(), "--select"},
          std::pair{arguments.plateau_patience.has_value(), "--plateau-patience"},
          std::pair{!arguments.unique.empty(), "--unique"}, std::pair{arguments.own_folds, "--own-folds"},
          std::pair{!arguments.augment.empty(), "--augment"}, std::pair{!arguments.part.empty(), "--part"},
          std::pair{arguments.reshuffle_every.has_value(), "--reshuffle-every"}}) {
        if (is_given) {
            throw InvalidInput(fmt::format("{}: belongs to datasets of graphs, {} are signals", option, arguments.input.input));
        }
    }
    return {arguments.input,      arguments.signals,  arguments.output,    arguments.preset,
            arguments.pool,       arguments.reduce,   arguments.readout,   arguments.schedule,
            arguments.cut_method, arguments.keep,     arguments.channels,  arguments.learning_rate,
            arguments.l2,         arguments.epsilon,  arguments.dropout,   arguments.batch_size,
            arguments.epochs,     arguments.patience, arguments.stride,    arguments.folds,
            arguments.bias,       arguments.resume,   arguments.overwrite, arguments.checkpoint_seconds};
}

/// What signals alone have.
void refuse_options_of_signals(const TrainArguments& arguments) {
    if (const std::string_view option = option_of_texts(arguments.signals); !option.empty()) {
        throw InvalidInput(fmt::format("{}: belongs to signals, {} is a dataset of graphs", option, arguments.input.input));
    }
}

void run_train(const TrainArguments& arguments, const CommonOptions& common) {
    if (arguments.resume && arguments.overwrite) {
        throw InvalidInput("--resume and --overwrite exclude each other");
    }
    if (is_signal_input(arguments.input, arguments.signals)) {
        train_signals_command(signal_arguments(arguments), common);
        return;
    }
    refuse_options_of_signals(arguments);
    if (!arguments.part.empty()) {
        require_readable_again(arguments.input);
    }
    (void)pool_method_named(arguments.pool);
    (void)preset_named(arguments.preset, "");
    require_place_for_run(arguments);
    const SameGraph unique = arguments.unique.empty() ? SameGraph::never : same_graph_named(arguments.unique);
    const Dataset read = read_dataset_input(arguments.input, common);
    const Dataset dataset = without_copies(read, unique, common.parallel());
    if (dataset.graphs.size() < read.graphs.size()) {
        say(common, fmt::format("{} of {} graphs are copies of others and are left out",
                                read.graphs.size() - dataset.graphs.size(), read.graphs.size()));
    }
    const RunDescription description{resolved(arguments, dataset.name, common), dataset.name, dataset.graphs.size(),
                                     content_number(dataset)};
    const DatasetPart named = parse_part(arguments.part);
    const CyclicPart part{named.number, named.count};
    const RunResult result = train_run(dataset, description, RunFolder(arguments.output),
                                       {common.parallel(), progress_bar(common), training_line(common),
                                        arguments.checkpoint_seconds, arguments.overwrite, part});
    if (!arguments.part.empty()) {
        write_part_input(arguments.output, arguments.input);
    }
    print_run(result, description, part, common);
    say(common, fmt::format("written to {}", arguments.output));
}

std::string pools_help() {
    std::string text = "Pools:\n";
    for (const PoolMethodParts& parts : pool_methods()) {
        text += fmt::format("  {:<12} {}\n", parts.word, parts.meaning);
    }
    return text;
}

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
        .add_option(
            "--dropout", arguments.dropout,
            "Share of the numbers after each hidden layer of the head, or of the readout if there is none, that a training "
            "step leaves out (default 0)")
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
                    "ndp: also train on pyramids that keep these sides, in turn whenever new batches are drawn, such as "
                    "smaller,larger; networks are judged on the side of --keep")
        ->delimiter(',')
        ->check(one_of({"first", "smaller", "larger", "cheaper"}))
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

void add_signal_options(CLI::App& command, TrainArguments& arguments) {
    add_signal_input_options(command, arguments.signals);
}

}  // namespace

void add_train(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("train", "Train graph neural networks with pooling on a dataset");
    auto arguments = std::make_shared<TrainArguments>();
    add_input_options(*command, arguments->input);
    command->get_option("INPUT")->description(
        "TU dataset (folder or .zip), a generator of a dataset such as bench:easy, or signals over one graph, see below");
    command->add_option("-o,--output", arguments->output, "Folder of the run, for config.json, metrics, models and result.json")
        ->required();
    command->add_option("--pool", arguments->pool, "Pooling method of the network, see below")->capture_default_str();
    command
        ->add_option(
            "--preset", arguments->preset,
            "Settings of the paper's text (paper), of the authors' program (authors), of recent papers on pooling (modern), or "
            "of the paper with the harmonic reduction (tuned); for signals paper or tuned")
        ->capture_default_str();
    command
        ->add_option("--folds", arguments->folds,
                     "Number of networks to train: folds of a cross-validation, or runs on the dataset's own split")
        ->transform(whole_number(1, 1000))
        ->capture_default_str();
    command->add_option(
        "--unique", arguments->unique,
        "Leave out copies of earlier graphs: never (default), structure (isomorphic graphs) or labels (isomorphic "
        "graphs with the same labels and attributes)");
    command->add_flag("--own-folds", arguments->own_folds, "Cross-validate even if the dataset has its own split");
    command->add_flag("--resume", arguments->resume,
                      "Resume an interrupted run; it ends with the numbers of an uninterrupted one");
    command->add_flag("--overwrite", arguments->overwrite, "Replace the run in the folder");
    command
        ->add_option("--part", arguments->part,
                     "Train the K-th of every N folds only, given as K/N; ndpool merge puts the folders of all parts together")
        ->check(part_of_many());
    add_network_options(*command, *arguments);
    add_pyramid_options(*command, *arguments);
    add_training_options(*command, *arguments);
    add_signal_options(*command, *arguments);
    add_common_options(*command, common);
    command->footer(
        pools_help() +
        "Signals:\n"
        "  FOLDER       the four IDX files of MNIST or Fashion-MNIST, packed or not\n"
        "  FILE.npz     with --graph: arrays signals (samples x nodes), labels, perhaps split (0 train, 1 validation, 2 "
        "test)\n"
        "  FOLDER       texts in pos and neg, or in train/pos and so on; or imdb_flat.npz\n"
        "  signals:grid lines in four directions on 16 x 16 pixels; signals:grid,SIDE,SAMPLES\n"
        "Examples:\n"
        "  ndpool train bench:easy -o run\n"
        "  ndpool train PROTEINS.zip -o run --pool flat\n"
        "  ndpool train PROTEINS.zip -o run --resume\n"
        "  ndpool train signals:grid -o run --preset tuned\n"
        "  ndpool train signals.npz --graph graph.mtx -o run");
    command->callback([arguments, &common] { run_train(*arguments, common); });
}

}  // namespace ndpool::command

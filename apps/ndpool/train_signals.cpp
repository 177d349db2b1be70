#include "train_signals.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/train/run_options.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "output.hpp"
#include "training_line.hpp"

namespace ndpool::command {

namespace {

/// What a pool does unless asked otherwise: the paper's decimation, its maximum over pairs, its shares.
Reduce default_reduce(SignalPool pool, Reduce of_preset) {
    switch (pool) {
        case SignalPool::graclus: return Reduce::max;
        case SignalPool::nmf: return Reduce::sum;
        case SignalPool::ndp: break;
    }
    return of_preset;
}

SignalRunOptions signal_options(const TrainArguments& arguments, const CommonOptions& common) {
    SignalRunOptions options = signal_preset_named(arguments.preset);
    options.pool = signal_pool_named(arguments.pool);
    if (options.pool != SignalPool::ndp && (arguments.epsilon || !arguments.cut_method.empty() || !arguments.keep.empty())) {
        throw InvalidInput(
            fmt::format("--epsilon, --cut-method and --keep: belong to the pool ndp, the pool here is {}", arguments.pool));
    }
    SignalNetworkOptions& network = options.network;
    network.reduce = default_reduce(options.pool, network.reduce);
    take_given(arguments.reduce, reduce_named, network.reduce);
    take_given(arguments.readout, signal_readout_named, network.readout);
    network.bias = network.bias || arguments.bias;
    take_given(arguments.dropout, network.dropout);
    take_given(arguments.input_dropout, network.input_dropout);
    take_given(arguments.channels, network.channels);
    take_given(arguments.stride, options.stride);
    take_ndp(arguments, options.ndp);
    take_steps(arguments, options.training);
    take_given(arguments.schedule, schedule_named, options.training.schedule);
    options.runs = arguments.folds;
    options.seed = common.seed;
    check_signal_options(options);
    return options;
}

/// What datasets of graphs alone have.
void refuse_options_of_datasets(const TrainArguments& arguments) {
    for (const auto& [is_given, option] :
         {std::pair{!arguments.layer.empty(), "--layer"}, std::pair{!arguments.gate.empty(), "--gate"},
          std::pair{!arguments.connect.empty(), "--connect"}, std::pair{!arguments.features.empty(), "--features"},
          std::pair{arguments.raw_features, "--raw-features"}, std::pair{!arguments.normalise.empty(), "--normalise"},
          std::pair{arguments.jump, "--jump"}, std::pair{arguments.head.has_value(), "--head"},
          std::pair{arguments.decay.has_value(), "--decay"}, std::pair{!arguments.augment.empty(), "--augment"},
          std::pair{arguments.average, "--average"}, std::pair{!arguments.select.empty(), "--select"},
          std::pair{arguments.plateau_patience.has_value(), "--plateau-patience"},
          std::pair{!arguments.unique.empty(), "--unique"}, std::pair{arguments.own_folds, "--own-folds"},
          std::pair{!arguments.part.empty(), "--part"}, std::pair{arguments.reshuffle_every.has_value(), "--reshuffle-every"}}) {
        if (is_given) {
            throw InvalidInput(fmt::format("{}: belongs to datasets of graphs, {} are signals", option, arguments.input.input));
        }
    }
}

}  // namespace

void train_signals_command(const TrainArguments& arguments, const CommonOptions& common) {
    refuse_options_of_datasets(arguments);
    const SignalRunOptions options = signal_options(arguments, common);
    require_place_for_run(arguments, [](const RunFolder& folder) { (void)signal_description(folder); });
    const SignalSet set = read_signal_input(arguments.input, arguments.signals, common, options.validation_share);
    const RunResult result = train_signal_run(
        set, options, RunFolder(arguments.output),
        {common.parallel(), progress_bar(common), training_line(common), arguments.checkpoint_seconds, arguments.overwrite});
    Json facts = to_json(result);
    if (!common.json) {
        Json shown{{"signals", set.name}, {"pool", arguments.pool}};
        for (std::size_t run = 0; run < result.fold_accuracies.size(); ++run) {
            shown[fmt::format("run {}", run + 1)] = fmt::format("{:.2f} %, {} epochs, best {}", 100 * result.fold_accuracies[run],
                                                                result.epochs[run], result.best_epochs[run]);
        }
        shown["accuracy"] = fmt::format("{:.2f} +- {:.2f} %", 100 * result.mean, 100 * result.deviation);
        shown["seconds_per_epoch"] = fmt::format("{:.4f}", result.seconds_per_epoch);
        shown["parameters"] = result.parameters;
        facts = shown;
    }
    print_facts(facts, common);
    if (options.network.readout == SignalReadout::mean && arguments.readout.empty()) {
        say(common,
            "the network of the paper's text takes the mean over all nodes; on most signals --preset tuned, with the rows of the "
            "last nodes side by side, is far better");
    }
    say(common, fmt::format("written to {}", arguments.output));
}

}  // namespace ndpool::command

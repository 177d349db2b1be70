#include "train_run_options.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/train/run_presets.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"

namespace ndpool::command {

namespace {

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
    if (arguments.average && arguments.augment.empty()) {
        throw InvalidInput("--average: takes the mean over pyramids, expected further ones by --augment");
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

}  // namespace

RunOptions run_options_of(const TrainArguments& arguments, const std::string& dataset, std::uint64_t seed) {
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
    options.average = arguments.average;
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
    options.seed = seed;
    return options;
}

}  // namespace ndpool::command

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

void take_network(const TrainArguments& arguments, NetworkOptions& network) {
    take_given(arguments.reduce, reduce_named, network.pool.reduce);
    take_given(arguments.layer, layer_kind_named, network.layer.kind);
    take_given(arguments.readout, readout_named, network.readout);
    take_given(arguments.gate, gate_named, network.pool.gate);
    take_given(arguments.connect, connect_named, network.pool.connect);
    take_given(arguments.normalise, normalisation_named, network.normalise);
    network.jump = network.jump || arguments.jump;
    take_given(arguments.head, network.head);
    take_given(arguments.dropout, network.dropout);
    network.layer.bias = network.layer.bias || arguments.bias;
    take_given(arguments.channels, network.channels);
}

void take_pyramids(const TrainArguments& arguments, RunOptions& options) {
    take_given(arguments.stride, options.stride);
    if ((options.stride & (options.stride - 1)) != 0) {
        throw InvalidInput(fmt::format("--stride: {} is not a power of two", options.stride));
    }
    refuse_options_of_other_pools(arguments, options.pool);
    take_ndp(arguments, options.ndp);
    for (const std::string& side : arguments.augment) {
        options.augment.push_back(kept_side_named(side));
    }
    options.average = arguments.average;
}

void take_training(const TrainArguments& arguments, TrainingOptions& training) {
    take_steps(arguments, training);
    take_given(arguments.reshuffle_every, training.reshuffle_every);
    take_given(arguments.decay, training.adam.decay);
    take_given(arguments.schedule, rate_schedule_named, training.schedule);
    take_given(arguments.plateau_patience, training.plateau_patience);
    take_given(arguments.select, selection_named, training.select);
}

}  // namespace

RunOptions run_options_of(const TrainArguments& arguments, const std::string& dataset, std::uint64_t seed) {
    RunOptions options = preset_named(arguments.preset, dataset);
    options.pool = pool_method_named(arguments.pool).method;
    options.network.pool.reduce = preset_reduce(arguments.preset, options.pool);
    take_network(arguments, options.network);
    take_pyramids(arguments, options);
    take_given(arguments.features, feature_style_named, options.features);
    options.standardize = !arguments.raw_features;
    options.ndp.levels = levels_of(options);
    take_training(arguments, options.training);
    options.folds = arguments.folds;
    options.given_split = !arguments.own_folds;
    options.unique = arguments.unique.empty() ? SameGraph::never : same_graph_named(arguments.unique);
    options.seed = seed;
    return options;
}

}  // namespace ndpool::command

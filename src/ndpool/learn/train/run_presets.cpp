#include "ndpool/learn/train/run_presets.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

/// The benchmark of easy and hard sets: its colours are its features, though files hold them as labels.
bool is_bench_set(std::string_view dataset) {
    const auto is_named = [&](std::string_view kind) {
        return dataset.starts_with(kind) || dataset.starts_with(fmt::format("bench_{}", kind));
    };
    return is_named("easy") || is_named("hard");
}

}  // namespace

RunOptions preset_named(std::string_view name, std::string_view dataset) {
    RunOptions options;
    if (name == "paper" || name == "tuned") {
        if (dataset == "ENZYMES") {
            options.network.channels = {64, 64, 64};
        }
        if (is_bench_set(dataset)) {
            options.features = FeatureStyle::given;
        }
        if (dataset == "COLLAB") {
            options.features = FeatureStyle::degrees;
        }
    } else if (name == "authors") {
        options.network.channels = {64, 64, 64};
        options.network.layer.bias = true;
        options.training.adam.l2 = 1e-3;
        options.training.batch_size = 16;
        options.features = FeatureStyle::authors;
    } else if (name == "modern") {
        options.features = is_bench_set(dataset) ? FeatureStyle::given : FeatureStyle::paper;
        options.network.layer.kind = LayerKind::gin;
        options.network.channels = {64, 64};
        options.network.normalise = Normalisation::batch;
        options.network.readout = Readout::sum;
        options.network.head = {64, 32};
        options.network.dropout = 0.5;
        options.training.adam.learning_rate = 1e-3;
        options.training.adam.l2 = 0;
        options.training.schedule = RateSchedule::plateau;
        options.training.plateau_patience = 50;
        options.training.epochs = 1000;
        options.training.patience = 300;
    } else {
        throw InvalidInput(fmt::format("there is no preset {}, expected paper, authors, modern or tuned", name));
    }
    return options;
}

Reduce preset_reduce(std::string_view preset, PoolMethod pool) {
    return preset == "tuned" && pool == PoolMethod::ndp ? Reduce::harmonic : parts_of(pool).reduce;
}

}  // namespace ndpool

#include "ndpool/learn/signals/signal_options.hpp"

#include <fmt/format.h>

#include <limits>

#include "ndpool/base/enum_words.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/learn/signals/network/signal_kernels.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "ndpool/pyramid/storage/json_numbers.hpp"

namespace ndpool {

namespace {

using Json = nlohmann::ordered_json;

constexpr EnumWord<SignalReadout> signal_readouts[] = {
    {SignalReadout::mean, "mean"}, {SignalReadout::sum, "sum"}, {SignalReadout::max, "max"}, {SignalReadout::flatten, "flatten"}};
constexpr EnumWord<LearningRateSchedule> schedules[] = {{LearningRateSchedule::constant, "constant"},
                                                        {LearningRateSchedule::cosine, "cosine"}};
constexpr EnumWord<SignalPool> signal_pools[] = {
    {SignalPool::ndp, "ndp"}, {SignalPool::graclus, "graclus"}, {SignalPool::nmf, "nmf"}};
constexpr EnumWord<Reduce> reductions[] = {
    {Reduce::take, "take"}, {Reduce::mean, "mean"}, {Reduce::sum, "sum"}, {Reduce::max, "max"}, {Reduce::harmonic, "harmonic"}};

std::vector<int> signal_levels(const SignalRunOptions& options) {
    int halvings = 0;
    while ((1 << halvings) < options.stride) {
        ++halvings;
    }
    std::vector<int> levels;
    for (std::size_t pool = 1; pool < options.network.channels.size(); ++pool) {
        levels.push_back(halvings * static_cast<int>(pool));
    }
    return levels;
}

}  // namespace

SignalRunOptions signal_preset_named(std::string_view name) {
    SignalRunOptions options;
    if (name == "tuned") {
        options.network.bias = true;
        options.network.reduce = Reduce::sum;
        options.network.readout = SignalReadout::flatten;
        options.training.adam.learning_rate = 2e-3;
        options.training.adam.l2 = 3e-5;
        options.training.schedule = LearningRateSchedule::cosine;
        options.training.epochs = 15;
    } else if (name != "paper") {
        throw InvalidInput(fmt::format("there is no preset {} for signals, expected paper or tuned", name));
    }
    return options;
}

PyramidOptions pyramid_options_of(const SignalRunOptions& options) {
    const std::vector<int> levels = signal_levels(options);
    if (options.pool == SignalPool::graclus) {
        return GraclusOptions{.levels = levels};
    }
    if (options.pool == SignalPool::nmf) {
        return NmfOptions{.levels = levels, .most_iterations = options.nmf_iterations};
    }
    NdpOptions ndp = options.ndp;
    ndp.levels = levels;
    return ndp;
}

SignalReadout signal_readout_named(std::string_view word) {
    return value_of(signal_readouts, "readout for signals", word);
}
LearningRateSchedule schedule_named(std::string_view word) {
    return value_of(schedules, "schedule for signals", word);
}
SignalPool signal_pool_named(std::string_view word) {
    return value_of(signal_pools, "pool for signals", word);
}
std::string_view name_of(SignalReadout readout) {
    return word_of(signal_readouts, readout);
}
std::string_view name_of(LearningRateSchedule schedule) {
    return word_of(schedules, schedule);
}
std::string_view name_of(SignalPool pool) {
    return word_of(signal_pools, pool);
}

void check_signal_options(const SignalRunOptions& options) {
    constexpr std::size_t most_layers = 16;
    const auto& channels = options.network.channels;
    if (channels.size() < 2 || channels.size() > most_layers) {
        throw InvalidInput(fmt::format("channels: {} layers, expected 2 to {}", channels.size(), most_layers));
    }
    for (const std::int64_t width : channels) {
        if (width < 1 || width > 65536 || width % signal_width_unit != 0) {
            throw InvalidInput(fmt::format("channels: found {}, expected multiples of {} for signals", width, signal_width_unit));
        }
    }
    if (word_of(reductions, options.network.reduce).empty()) {
        throw InvalidInput("reduce: signals have take, mean, sum, max and harmonic, not two of them side by side");
    }
    if (options.stride < 2 || (options.stride & (options.stride - 1)) != 0) {
        throw InvalidInput(fmt::format("stride: found {}, expected a power of two", options.stride));
    }
}

Json to_json(const SignalRunOptions& options) {
    const SignalTrainingOptions& training = options.training;
    return {{"pool", name_of(options.pool)},
            {"stride", options.stride},
            {"coarsening", Json::parse(to_json(options.ndp))},
            {"nmf_iterations", options.nmf_iterations},
            {"network",
             {{"channels", options.network.channels},
              {"bias", options.network.bias},
              {"reduce", word_of(reductions, options.network.reduce)},
              {"readout", name_of(options.network.readout)},
              {"prune", options.network.prune},
              {"dropout", options.network.dropout},
              {"input_dropout", options.network.input_dropout}}},
            {"training",
             {{"learning_rate", training.adam.learning_rate},
              {"l2", training.adam.l2},
              {"schedule", name_of(training.schedule)},
              {"batch_size", training.batch_size},
              {"epochs", training.epochs},
              {"patience", training.patience}}},
            {"runs", options.runs},
            {"validation_share", options.validation_share},
            {"seed", options.seed}};
}

SignalRunOptions signal_run_options_from_json(const Json& written) {
    try {
        Json json = written;
        json.at("network").emplace("dropout", SignalNetworkOptions{}.dropout);  // runs of earlier versions do not say
        json.at("network").emplace("input_dropout", SignalNetworkOptions{}.input_dropout);
        SignalRunOptions options;
        constexpr int most = 1'000'000;
        constexpr double largest = std::numeric_limits<float>::max();
        options.pool = signal_pool_named(json.at("pool").get<std::string>());
        options.stride = whole_number_at(json, "stride", 2, 64);
        options.ndp = ndp_options_from_json(json.at("coarsening").dump());
        options.nmf_iterations = whole_number_at(json, "nmf_iterations", 1, most);
        const Json& network = json.at("network");
        options.network.channels.clear();
        for (const Json& width : network.at("channels")) {
            options.network.channels.push_back(whole_number<std::int64_t>("channels", width, 1, 65536));
        }
        options.network.bias = network.at("bias");
        options.network.reduce = value_of(reductions, "reduce for signals", network.at("reduce").get<std::string>());
        options.network.readout = signal_readout_named(network.at("readout").get<std::string>());
        options.network.prune = network.at("prune");
        options.network.dropout = number_at(network, "dropout", 0, 0.99);
        options.network.input_dropout = number_at(network, "input_dropout", 0, 0.99);
        const Json& training = json.at("training");
        options.training.adam.learning_rate = number_at(training, "learning_rate", 0, largest);
        options.training.adam.l2 = number_at(training, "l2", 0, largest);
        options.training.schedule = schedule_named(training.at("schedule").get<std::string>());
        options.training.batch_size = whole_number_at(training, "batch_size", 1, most);
        options.training.epochs = whole_number_at(training, "epochs", 1, most);
        options.training.patience = whole_number_at(training, "patience", 1, most);
        options.runs = whole_number_at(json, "runs", 1, 1000);
        options.validation_share = number_at(json, "validation_share", 0, 1);
        options.seed = whole_number_at(json, "seed", std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
        check_signal_options(options);
        if (to_json(options) != json) {
            throw InvalidInput("options of a run have a key that is not known");
        }
        return options;
    } catch (const Json::exception& error) {
        throw InvalidInput(fmt::format("options of a run cannot be read: {}", error.what()));
    }
}

}  // namespace ndpool

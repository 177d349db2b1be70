#include "ndpool/learn/train/run_options.hpp"

#include <fmt/format.h>

#include <limits>

#include "ndpool/base/enum_words.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "ndpool/pyramid/storage/json_numbers.hpp"

namespace ndpool {

namespace {

using Json = nlohmann::ordered_json;

constexpr EnumWord<Reduce> reduce_words[] = {{Reduce::take, "take"},
                                             {Reduce::mean, "mean"},
                                             {Reduce::sum, "sum"},
                                             {Reduce::max, "max"},
                                             {Reduce::harmonic, "harmonic"},
                                             {Reduce::take_and_mean, "take+mean"},
                                             {Reduce::take_and_sum, "take+sum"},
                                             {Reduce::take_and_max, "take+max"},
                                             {Reduce::take_and_harmonic, "take+harmonic"}};
constexpr EnumWord<Normalisation> normalisation_words[] = {{Normalisation::none, "none"}, {Normalisation::batch, "batch"}};
constexpr EnumWord<RateSchedule> schedule_words[] = {
    {RateSchedule::constant, "constant"}, {RateSchedule::plateau, "plateau"}, {RateSchedule::cosine, "cosine"}};
constexpr EnumWord<SameGraph> same_graph_words[] = {
    {SameGraph::never, "never"}, {SameGraph::structure, "structure"}, {SameGraph::labels, "labels"}};
constexpr EnumWord<Selection> selection_words[] = {{Selection::loss, "loss"}, {Selection::accuracy, "accuracy"}};
constexpr EnumWord<Readout> readout_words[] = {{Readout::mean, "mean"}, {Readout::sum, "sum"}, {Readout::max, "max"}};
constexpr EnumWord<Gate> gate_words[] = {{Gate::tanh, "tanh"}, {Gate::sigmoid, "sigmoid"}, {Gate::attention, "attention"}};
constexpr EnumWord<Connect> connection_words[] = {{Connect::edges, "edges"}, {Connect::kron, "kron"}};

std::vector<std::int64_t> widths_of(const Json& network, const char* key, std::size_t least_layers) {
    const Json& found = network.at(key);
    constexpr std::size_t most_layers = 64;
    if (!found.is_array() || found.size() < least_layers || found.size() > most_layers) {
        throw InvalidInput(
            fmt::format("{}: found {}, expected a list of {} to {} numbers", key, found.dump(), least_layers, most_layers));
    }
    std::vector<std::int64_t> widths;
    for (const Json& number : found) {
        widths.push_back(whole_number<std::int64_t>(key, number, 1, 65536));
    }
    return widths;
}

int stride_of(const Json& json) {
    const int stride = whole_number_at(json, "stride", 2, 64);
    if ((stride & (stride - 1)) != 0) {
        throw InvalidInput(fmt::format("stride: found {}, expected a power of two", stride));
    }
    return stride;
}

Json names_of(const std::vector<KeptSide>& sides) {
    Json names = Json::array();
    for (const KeptSide side : sides) {
        names.push_back(name_of(side));
    }
    return names;
}

/// Runs of earlier versions do not state what they could not choose.
Json with_later_options(const Json& written) {
    const Json defaults = to_json(RunOptions{});
    Json json = written;
    for (const auto& [group, key] : {std::pair{"network", "gate"},
                                     {"network", "connect"},
                                     {"network", "normalise"},
                                     {"network", "jump"},
                                     {"network", "head"},
                                     {"network", "dropout"},
                                     {"training", "decay"},
                                     {"training", "schedule"},
                                     {"training", "plateau_patience"},
                                     {"training", "select"}}) {
        if (!json.at(group).contains(key)) {
            json[group][key] = defaults.at(group).at(key);
        }
    }
    for (const char* const key : {"unique", "augment", "average"}) {
        if (!json.contains(key)) {
            json[key] = defaults.at(key);
        }
    }
    return json;
}

NetworkOptions network_from_json(const Json& json) {
    NetworkOptions network;
    network.layer.kind = layer_kind_named(json.at("layer").get<std::string>());
    network.channels = widths_of(json, "channels", 1);
    network.layer.bias = json.at("bias");
    network.pool.reduce = reduce_named(json.at("reduce").get<std::string>());
    network.readout = readout_named(json.at("readout").get<std::string>());
    network.pool.gate = gate_named(json.at("gate").get<std::string>());
    network.pool.connect = connect_named(json.at("connect").get<std::string>());
    network.normalise = normalisation_named(json.at("normalise").get<std::string>());
    network.jump = json.at("jump");
    network.head = widths_of(json, "head", 0);
    network.dropout = number_at(json, "dropout", 0, 0.99);
    return network;
}

TrainingOptions training_from_json(const Json& json) {
    constexpr int most = 1'000'000;
    constexpr double largest = std::numeric_limits<float>::max();
    TrainingOptions training;
    training.adam.learning_rate = number_at(json, "learning_rate", 0, largest);
    training.adam.l2 = number_at(json, "l2", 0, largest);
    training.batch_size = whole_number_at(json, "batch_size", 1, most);
    training.epochs = whole_number_at(json, "epochs", 1, most);
    training.patience = whole_number_at(json, "patience", 1, most);
    training.reshuffle_every = whole_number_at(json, "reshuffle_every", 0, most);
    training.adam.decay = number_at(json, "decay", 0, largest);
    training.schedule = rate_schedule_named(json.at("schedule").get<std::string>());
    training.plateau_patience = whole_number_at(json, "plateau_patience", 1, most);
    training.select = selection_named(json.at("select").get<std::string>());
    return training;
}

}  // namespace

std::vector<int> levels_of(const RunOptions& options) {
    std::vector<int> levels;
    if (parts_of(options.pool).kind == PoolKind::precomputed) {
        int halvings = 0;
        while ((1 << halvings) < options.stride) {
            ++halvings;
        }
        for (std::size_t pool = 1; pool < options.network.channels.size(); ++pool) {
            levels.push_back(halvings * static_cast<int>(pool));
        }
    }
    return levels;
}

std::optional<PyramidOptions> pyramid_options_of(const RunOptions& options) {
    const std::vector<int> levels = levels_of(options);
    if (levels.empty()) {
        return std::nullopt;
    }
    if (options.pool == PoolMethod::nmf) {
        return NmfOptions{.levels = levels};
    }
    if (options.pool == PoolMethod::graclus || options.pool == PoolMethod::graclus_without_fakes) {
        return GraclusOptions{.levels = levels, .fake_nodes = options.pool == PoolMethod::graclus};
    }
    if (options.pool == PoolMethod::kmis || options.pool == PoolMethod::kmis_kron) {
        const bool is_reduced = options.pool == PoolMethod::kmis_kron;
        return KmisOptions{.levels = levels, .connect = is_reduced ? KmisConnect::kron : KmisConnect::clusters};
    }
    NdpOptions ndp = options.ndp;
    ndp.levels = levels;
    return ndp;
}

RunOptions with_side(RunOptions options, KeptSide side) {
    options.ndp.cut.keep = side;
    return options;
}

std::vector<RunOptions> judged_options(const RunOptions& options) {
    std::vector<RunOptions> judged{options};
    if (options.average) {
        for (const KeptSide side : options.augment) {
            judged.push_back(with_side(options, side));
        }
    }
    return judged;
}

NetworkOptions network_of(const RunOptions& options, const DataFacts& facts) {
    NetworkOptions network = options.network;
    network.pool.mean_nodes = facts.mean_nodes;
    network.layer.relations = static_cast<std::int64_t>(std::max<std::size_t>(facts.edge_labels.size(), 1)) + 1;
    network.layer.annotation_width = static_cast<std::int64_t>(facts.edge_attributes) + 1;
    network.pool.keep = 1.0 / options.stride;
    const PoolMethodParts& parts = parts_of(options.pool);
    network.pool.kind = parts.kind;
    if (parts.without_graph) {
        network.layer.kind = LayerKind::dense;
    }
    if (joining_part(network.pool.reduce) == Reduce::harmonic && parts.kind == PoolKind::precomputed &&
        options.pool != PoolMethod::ndp && options.pool != PoolMethod::kmis_kron) {
        throw InvalidInput(fmt::format(
            "reduce {}: needs levels that keep nodes, those of the pool {} join them; expected take, mean, sum or max",
            word_of(reduce_words, network.pool.reduce), parts.word));
    }
    if (is_trainable(parts.kind) && reads_annotations(network.layer.kind)) {
        throw InvalidInput(
            fmt::format("layers that read edges, such as {}, do not work with the pool {}: its edges have nothing to read",
                        name_of(network.layer.kind), parts.word));
    }
    return network;
}

Reduce reduce_named(std::string_view word) {
    return value_of(reduce_words, "reduce", word);
}

Readout readout_named(std::string_view word) {
    return value_of(readout_words, "readout", word);
}

Gate gate_named(std::string_view word) {
    return value_of(gate_words, "gate", word);
}

Connect connect_named(std::string_view word) {
    return value_of(connection_words, "connection", word);
}

Normalisation normalisation_named(std::string_view word) {
    return value_of(normalisation_words, "normalisation", word);
}

RateSchedule rate_schedule_named(std::string_view word) {
    return value_of(schedule_words, "schedule", word);
}

Selection selection_named(std::string_view word) {
    return value_of(selection_words, "selection", word);
}

SameGraph same_graph_named(std::string_view word) {
    return value_of(same_graph_words, "unique", word);
}

Json to_json(const RunOptions& options) {
    const AdamOptions& adam = options.training.adam;
    return {{"pool", parts_of(options.pool).word},
            {"stride", options.stride},
            {"coarsening", Json::parse(to_json(options.ndp))},
            {"network",
             {{"layer", name_of(options.network.layer.kind)},
              {"channels", options.network.channels},
              {"bias", options.network.layer.bias},
              {"reduce", word_of(reduce_words, options.network.pool.reduce)},
              {"readout", word_of(readout_words, options.network.readout)},
              {"gate", word_of(gate_words, options.network.pool.gate)},
              {"connect", word_of(connection_words, options.network.pool.connect)},
              {"normalise", word_of(normalisation_words, options.network.normalise)},
              {"jump", options.network.jump},
              {"head", options.network.head},
              {"dropout", options.network.dropout}}},
            {"features", name_of(options.features)},
            {"standardize", options.standardize},
            {"training",
             {{"learning_rate", adam.learning_rate},
              {"l2", adam.l2},
              {"batch_size", options.training.batch_size},
              {"epochs", options.training.epochs},
              {"patience", options.training.patience},
              {"reshuffle_every", options.training.reshuffle_every},
              {"decay", adam.decay},
              {"schedule", word_of(schedule_words, options.training.schedule)},
              {"plateau_patience", options.training.plateau_patience},
              {"select", word_of(selection_words, options.training.select)}}},
            {"folds", options.folds},
            {"validation_share", options.validation_share},
            {"given_split", options.given_split},
            {"seed", options.seed},
            {"unique", word_of(same_graph_words, options.unique)},
            {"augment", names_of(options.augment)},
            {"average", options.average}};
}

RunOptions run_options_from_json(const Json& written) {
    try {
        const Json json = with_later_options(written);
        RunOptions options;
        options.pool = pool_method_named(json.at("pool").get<std::string>()).method;
        options.stride = stride_of(json);
        options.ndp = ndp_options_from_json(json.at("coarsening").dump());
        options.network = network_from_json(json.at("network"));
        options.features = feature_style_named(json.at("features").get<std::string>());
        options.standardize = json.at("standardize");
        options.training = training_from_json(json.at("training"));
        options.folds = whole_number_at(json, "folds", 1, 1000);
        options.validation_share = number_at(json, "validation_share", 0, 1);
        options.given_split = json.at("given_split");
        options.seed = whole_number_at(json, "seed", std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
        options.unique = same_graph_named(json.at("unique").get<std::string>());
        for (const std::string name : json.at("augment")) {
            options.augment.push_back(kept_side_named(name));
        }
        options.average = json.at("average");
        const nlohmann::json resolved = nlohmann::json::parse(to_json(options.ndp));
        nlohmann::json coarsening = json.at("coarsening");
        for (const std::string later : {"keep", "exactly_nodes", "eigen_solver", "reduce_up_to", "drop_tolerance", "measure"}) {
            coarsening.emplace(later, resolved.at(later));  // runs of earlier versions do not say
        }
        Json whole = json;
        whole["coarsening"] = Json(coarsening);
        // Without the order of keys: those that were added have come last.
        if (nlohmann::json::parse(to_json(options).dump()) != nlohmann::json::parse(whole.dump())) {
            throw InvalidInput("options of a run have a key that is not known");
        }
        return options;
    } catch (const Json::exception& error) {
        throw InvalidInput(fmt::format("options of a run cannot be read: {}", error.what()));
    }
}

}  // namespace ndpool

#include "ndpool/reproduce/learned/signal_methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "ndpool/base/error.hpp"
#include "ndpool/base/mean_std.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/folder_lock.hpp"
#include "ndpool/learn/signals/feature_pools.hpp"
#include "ndpool/learn/signals/linear_signals.hpp"
#include "ndpool/learn/signals/words/sequence_classifier.hpp"
#include "ndpool/learn/signals/words/word_classifier.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view baseline_file = "baseline.json";
constexpr std::string_view accuracies_file = "accuracies.json";  // of the runs that have ended, while others go on

bool is_feature_pool(std::string_view method) {
    return method == "diffpool" || method == "topk";
}

bool is_baseline(std::string_view method) {
    constexpr std::string_view baselines[] = {"linear", "dense", "dense-flatten", "lstm", "tcn"};
    return is_feature_pool(method) || std::find(std::begin(baselines), std::end(baselines), method) != std::end(baselines);
}

FeaturePoolOptions feature_pool_options(const SignalCell& cell) {
    FeaturePoolOptions options;
    options.kind = cell.method == "diffpool" ? PoolKind::diffpool : PoolKind::topk;
    if (options.kind == PoolKind::topk) {
        options.samples_per_epoch = 10000;  // takes less time than 2000 with DiffPool
    }
    options.epochs = cell.epochs.value_or(options.epochs);
    return options;
}

/// Levels of NMF are full matrices.
void require_affordable_nmf(const SignalRunOptions& options, NodeId nodes) {
    constexpr double most_products = 5e8;
    double entries = 0;
    double level = nodes;
    for (std::size_t pool = 1; pool < options.network.channels.size(); ++pool) {
        const double next = std::ceil(level / options.stride);
        entries += next * level + next * next;  // the shares, and the graph
        level = next;
    }
    const double products = entries * static_cast<double>(options.network.channels.front());
    if (products > most_products) {
        throw TooLarge(
            fmt::format("levels of NMF are full: {:.1f} GB of shares and weights, {:.1f} billion products per signal, expected "
                        "at most {:.1f}",
                        entries * 16 / 1e9, products / 1e9, most_products / 1e9));
    }
}

Json baseline_settings(const SignalCell& cell) {
    return {
        {"method", cell.method}, {"runs", cell.runs}, {"epochs", cell.epochs ? Json(*cell.epochs) : Json()}, {"seed", cell.seed}};
}

double baseline_accuracy(const SignalTableData& data, const SignalCell& cell, Seed seed) {
    const int words = static_cast<int>(data.set.graph.node_count());
    if (cell.method == "linear") {
        LinearSignalOptions linear;
        linear.epochs = cell.epochs.value_or(linear.epochs);
        return train_linear_signals(data.set, linear, seed.value()).test_accuracy;
    }
    if (is_feature_pool(cell.method)) {
        return train_feature_pools(data.set, feature_pool_options(cell), seed).test_accuracy;
    }
    if (!data.lists) {
        throw InvalidInput(fmt::format("method {}: belongs to texts, {} has none", cell.method, data.set.name));
    }
    if (cell.method == "lstm" || cell.method == "tcn") {
        SequenceClassifierOptions options;
        options.model = cell.method == "lstm" ? SequenceModel::lstm : SequenceModel::tcn;
        options.words = words;
        options.epochs = cell.epochs.value_or(options.epochs);
        return train_sequence_classifier(*data.lists, options, seed).test_accuracy;
    }
    WordClassifierOptions dense;
    dense.words = words;
    dense.flatten = cell.method == "dense-flatten";
    dense.epochs = cell.epochs.value_or(dense.epochs);
    return train_word_classifier(*data.lists, dense, seed).test_accuracy;
}

std::optional<Json> json_in(const fs::path& file) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        return std::nullopt;
    }
    const Json json = Json::parse(read_bytes(file), nullptr, false);
    if (json.is_discarded()) {
        throw InvalidInput(fmt::format("{}: this is no JSON, expected what ndpool reproduce wrote", file.string()));
    }
    return json;
}

[[noreturn]] void refuse_cell(const fs::path& folder) {
    throw InvalidInput(
        fmt::format("{}: this cell has other options, expected one folder for each choice of options", folder.string()));
}

RunResult result_of_accuracies(std::vector<double> accuracies) {
    const MeanStd spread = mean_std_of(accuracies);
    RunResult result;
    result.fold_accuracies = std::move(accuracies);
    result.mean = spread.mean;
    result.deviation = spread.deviation;
    return result;
}

RunResult train_baseline(const SignalTableData& data, const SignalCell& cell, const fs::path& folder, const Parallel& parallel) {
    const FolderLock lock(folder);
    const Json settings = baseline_settings(cell);
    Json ended = Json::object();  // accuracy by number of the run
    if (const std::optional<Json> there = json_in(folder / baseline_file)) {
        if (*there != settings) {
            refuse_cell(folder);
        }
        ended = json_in(folder / accuracies_file).value_or(ended);
    } else {
        write_file(folder / baseline_file, settings.dump() + "\n");
    }
    std::vector<double> accuracies(static_cast<std::size_t>(cell.runs));
    std::mutex guard;
    parallel_for(accuracies.size(), parallel, [&](std::size_t run) {
        const std::string number = std::to_string(run);
        {
            const std::lock_guard held(guard);
            if (ended.contains(number) && ended.at(number).is_number()) {
                accuracies[run] = ended.at(number);
                return;
            }
        }
        accuracies[run] = baseline_accuracy(data, cell, Seed(cell.seed).child("baseline", run));
        const std::lock_guard held(guard);
        ended[number] = accuracies[run];
        write_file(folder / accuracies_file, ended.dump() + "\n");
    });
    RunResult result = result_of_accuracies(std::move(accuracies));
    RunFolder(folder).write_result(result);
    fs::remove(folder / accuracies_file);
    return result;
}

}  // namespace

std::optional<SignalRunOptions> signal_method_options(std::string_view method) {
    SignalRunOptions options = signal_preset_named("tuned");
    SignalNetworkOptions& network = options.network;
    if (method == "ndp") {
        return options;
    }
    if (method == "ndp-words") {  // what the validation accuracies of 5,000 words chose (results/table-imdb/choice-5k.txt)
        options.ndp.cut.keep = KeptSide::smaller;
        network.dropout = 0.5;
        return options;
    }
    if (method == "ndp-words-thinned") {  // the same of 10,000 words (results/table-imdb/choice-10k.txt); they are fitted soon
        options = *signal_method_options("ndp-words");
        network.input_dropout = 0.3;
        options.training.adam.learning_rate = 0.001;
        options.training.adam.l2 = 1e-4;
        options.training.epochs = 5;
        return options;
    }
    if (method == "ndp-text") {
        return signal_preset_named("paper");
    }
    for (const std::string_view word : {"take", "mean", "max"}) {
        if (method == fmt::format("ndp-{}", word)) {
            network.reduce = reduce_named(word);
            return options;
        }
    }
    if (method == "graclus" || method == "graclus-take") {
        options.pool = SignalPool::graclus;
        network.reduce = method == "graclus" ? Reduce::max : Reduce::take;
        return options;
    }
    constexpr std::string_view nmf_methods[] = {"nmf", "nmf-200", "nmf-slower", "nmf-200-slower"};
    if (std::find(std::begin(nmf_methods), std::end(nmf_methods), method) != std::end(nmf_methods)) {
        options.pool = SignalPool::nmf;
        network.reduce = Reduce::sum;
        options.nmf_iterations = method.starts_with("nmf-200") ? NmfOptions{}.most_iterations : options.nmf_iterations;
        if (method.ends_with("-slower")) {  // words are not learned at four times the rate of the text
            options.training.adam.learning_rate = AdamOptions{}.learning_rate;
        }
        return options;
    }
    if (is_baseline(method)) {
        return std::nullopt;
    }
    throw InvalidInput(fmt::format("there is no method {} for signals", method));
}

SignalRunOptions cell_options(const SignalCell& cell) {
    SignalRunOptions options = signal_method_options(cell.method).value_or(SignalRunOptions{});
    options.runs = cell.runs;
    options.training.epochs = cell.epochs.value_or(options.training.epochs);
    options.seed = cell.seed;
    return options;
}

void require_affordable(const SignalCell& cell, NodeId nodes) {
    if (is_feature_pool(cell.method)) {
        require_affordable(feature_pool_options(cell), nodes);
    } else if (const auto options = signal_method_options(cell.method); options && options->pool == SignalPool::nmf) {
        require_affordable_nmf(*options, nodes);
    }
}

std::optional<RunResult> finished_cell(const fs::path& folder, const SignalCell& cell) {
    const RunFolder run(folder);
    std::optional<RunResult> result = run.result();
    if (!result) {
        return std::nullopt;
    }
    const bool is_network = signal_method_options(cell.method).has_value();
    Json here = is_network ? to_json(cell_options(cell)) : baseline_settings(cell);
    const Json there = is_network ? to_json(signal_description(run).options) : json_in(folder / baseline_file).value_or(Json());
    if (there.is_object() && there.contains("runs")) {
        here["runs"] = there.at("runs");
    }
    if (there != here) {
        refuse_cell(folder);
    }
    return result;
}

RunResult train_cell(const SignalTableData& data, const SignalCell& cell, const fs::path& folder,
                     const TrainRunControl& control) {
    require_affordable(cell, data.set.graph.node_count());
    if (signal_method_options(cell.method)) {
        return train_signal_run(data.set, cell_options(cell), RunFolder(folder), control);
    }
    return train_baseline(data, cell, folder, control.parallel);
}

}  // namespace ndpool

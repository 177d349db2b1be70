#include "ndpool/learn/train/predict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <span>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/network/network.hpp"

namespace ndpool {

namespace {

std::vector<int> folds_to_use(const RunFolder& run, const RunOptions& options, std::optional<int> fold) {
    std::vector<int> folds;
    for (int number = fold.value_or(1); number <= fold.value_or(options.folds); ++number) {
        const std::optional<FoldState> state = run.load(number);
        if (state && state->finished) {
            folds.push_back(number);
        }
    }
    if (folds.empty()) {
        throw InvalidInput(fmt::format("{}: {} has been trained to its end (see ndpool train --resume)", run.path().string(),
                                       fold ? fmt::format("there is no fold {} that", *fold) : "no fold"));
    }
    return folds;
}

/// The classes of the data that the networks do not know, ascending.
std::vector<long> classes_beyond(const std::vector<long>& known, const Dataset& dataset) {
    std::set<long> beyond(dataset.graph_labels.begin(), dataset.graph_labels.end());
    for (const long label : known) {
        beyond.erase(label);
    }
    return {beyond.begin(), beyond.end()};
}

/// Throws InvalidInput if every node has an unknown label: such data is of another kind.
UnknownLabels labels_beyond(const FeatureEncoding& encoding, const Dataset& dataset, std::size_t nodes) {
    UnknownLabels unknown = unknown_node_labels(encoding, dataset);
    if (nodes > 0 && unknown.nodes == nodes) {
        throw InvalidInput(
            fmt::format("{}: every node has a label that the networks do not know ({}), expected data like that "
                        "of the training",
                        dataset.name, listed_labels(unknown.labels)));
    }
    return unknown;
}

void add_rows(const std::vector<std::vector<float>>& rows, float divisor, std::vector<std::vector<float>>& sums) {
    for (std::size_t g = 0; g < rows.size(); ++g) {
        for (std::size_t c = 0; c < rows[g].size(); ++c) {
            sums[g][c] += rows[g][c] / divisor;
        }
    }
}

}  // namespace

std::string listed_labels(const std::vector<long>& labels) {
    constexpr std::size_t most = 10;
    const std::span shown(labels.data(), std::min(labels.size(), most));
    return fmt::format("{}{}", fmt::join(shown, ", "), labels.size() > most ? fmt::format(", {} in all", labels.size()) : "");
}

Predictions predict(const RunFolder& run, const Dataset& dataset, std::optional<int> fold, const Parallel& parallel,
                    const Progress& progress) {
    const RunOptions options = run.description().options;
    const std::vector<int> folds = folds_to_use(run, options, fold);
    const FeatureEncoding encoding = run.encoding();
    const DataFacts facts = run.facts();
    Predictions result;
    result.labels = run.labels();
    result.nodes = node_offsets(dataset).back();
    result.unknown_labels = labels_beyond(encoding, dataset, result.nodes);
    std::vector<std::vector<Sample>> judged;
    for (const RunOptions& with : judged_options(options)) {
        judged.push_back(samples_like(dataset, with, facts, encoding, result.labels, parallel, progress));
    }
    const std::vector<Sample>& samples = judged.front();
    const Network network(network_of(options, facts), static_cast<std::int64_t>(feature_count(encoding)),
                          static_cast<std::int64_t>(result.labels.size()));
    use_one_thread_here();
    result.probabilities.assign(samples.size(), std::vector<float>(result.labels.size(), 0));
    for (const int number : folds) {
        Parameters parameters = make_parameters(network.plan(), Seed(0));
        const std::vector<float> values = run.load_model(number, network.plan());
        std::copy(values.begin(), values.end(), parameters.values.data_ptr<float>());
        for (const std::vector<Sample>& of_one : judged) {
            add_rows(class_probabilities(network, parameters, of_one), static_cast<float>(folds.size() * judged.size()),
                     result.probabilities);
        }
    }
    result.folds_used = static_cast<int>(folds.size());
    result.folds = options.folds;
    result.unknown_classes = classes_beyond(result.labels, dataset);
    std::size_t right = 0;
    for (std::size_t g = 0; g < samples.size(); ++g) {
        const auto& row = result.probabilities[g];
        const auto best = std::max_element(row.begin(), row.end()) - row.begin();
        result.classes.push_back(result.labels[best]);
        right += samples[g].label == best ? 1 : 0;
    }
    if (!dataset.graph_labels.empty() && result.unknown_classes.empty()) {
        result.accuracy = static_cast<double>(right) / static_cast<double>(samples.size());
    }
    return result;
}

}  // namespace ndpool

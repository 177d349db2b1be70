#include "ndpool/learn/signals/signal_predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ndpool/base/error.hpp"

namespace ndpool {

Predictions predict_signals(const RunFolder& folder, const SignalSet& set, std::optional<int> fold, const Parallel& parallel) {
    const SignalRunDescription description = signal_description(folder);
    if (set.graph.node_count() != description.nodes || set.signals.features != description.features) {
        throw InvalidInput(
            fmt::format("{}: signals over {} nodes with {} features, expected {} with {} as the run was trained on", set.name,
                        set.graph.node_count(), set.signals.features, description.nodes, description.features));
    }
    const UntrainedNetwork untrained =
        untrained_network(signal_graph(folder), description.options, description.features, description.classes.size());
    const SignalInputs inputs = signal_inputs(untrained.network.operators(), set.signals, parallel);
    Predictions result;
    result.labels = description.classes;
    result.folds = description.options.runs;
    std::vector<int> numbers;
    for (int number = fold.value_or(1); number <= fold.value_or(description.options.runs); ++number) {
        if (const std::optional<FoldState> state = folder.load(number); state && state->finished) {
            numbers.push_back(number);
        }
    }
    if (numbers.empty()) {
        throw InvalidInput(
            fmt::format("{}: no network has been trained to its end (see ndpool train --resume)", folder.path().string()));
    }
    result.folds_used = static_cast<int>(numbers.size());
    result.probabilities.assign(set.size(), std::vector<float>(description.classes.size(), 0));
    for (const int number : numbers) {
        const auto rows =
            signal_probabilities(untrained.network, folder.load_model(number, untrained.network.plan()), inputs, parallel);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t c = 0; c < rows[i].size(); ++c) {
                result.probabilities[i][c] += rows[i][c] / static_cast<float>(numbers.size());
            }
        }
    }
    std::size_t right = 0;
    std::set<long> unknown;
    for (std::size_t i = 0; i < set.size(); ++i) {
        const auto& row = result.probabilities[i];
        result.classes.push_back(result.labels[std::max_element(row.begin(), row.end()) - row.begin()]);
        if (set.labels[i] >= 0) {
            const long label = set.classes[set.labels[i]];
            right += label == result.classes.back() ? 1 : 0;
            if (!std::binary_search(result.labels.begin(), result.labels.end(), label)) {
                unknown.insert(label);
            }
        }
    }
    result.unknown_classes.assign(unknown.begin(), unknown.end());
    if (!set.classes.empty() && unknown.empty()) {
        result.accuracy = static_cast<double>(right) / static_cast<double>(set.size());
    }
    return result;
}

}  // namespace ndpool

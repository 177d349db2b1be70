#include "ndpool/learn/train/train_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ndpool/base/error.hpp"
#include "ndpool/io/folder_lock.hpp"
#include "ndpool/learn/nn/network/network.hpp"
#include "ndpool/learn/train/run_page.hpp"
#include "ndpool/learn/train/run_watch.hpp"

namespace ndpool {

namespace {

std::vector<FoldState> states_of(const CyclicPart& part, const std::vector<FoldState>& states) {
    std::vector<FoldState> own;
    for (std::size_t fold = 0; fold < states.size(); ++fold) {
        if (part.has(fold)) {
            own.push_back(states[fold]);
        }
    }
    return own;
}

/// Restores the models of finished folds that somebody removed: the checkpoints have them.
void restore_models(const RunFolder& folder, const RunOptions& options) {
    std::optional<Network> network;
    for (int fold = 1; fold <= options.folds; ++fold) {
        if (folder.has_model(fold)) {
            continue;
        }
        const std::optional<FoldState> state = folder.load(fold);
        if (!state || !state->finished) {
            continue;
        }
        if (!network) {
            network.emplace(network_of(options, folder.facts()), static_cast<std::int64_t>(feature_count(folder.encoding())),
                            static_cast<std::int64_t>(folder.labels().size()));
        }
        folder.save_model(fold, network->plan(), state->best_values);
    }
}

}  // namespace

RunResult train_run(const Dataset& dataset, const RunDescription& description, const RunFolder& folder,
                    const TrainRunControl& control) {
    const RunOptions& options = description.options;
    if (control.part.count > static_cast<std::size_t>(options.folds)) {
        throw InvalidInput(fmt::format("there are {} folds in {} parts, expected at least one for each part", options.folds,
                                       control.part.count));
    }
    const FolderLock lock(folder.path());  // from here on nobody else changes what is compared and written
    if (folder.has_run() && !control.overwrite) {
        if (const std::string difference = difference_between(folder.description(), description); !difference.empty()) {
            throw InvalidInput(fmt::format("{}: this is another run: {}", folder.path().string(), difference));
        }
        restore_models(folder, options);
        if (std::optional<RunResult> done = folder.result()) {
            return *done;
        }
    }
    const PreparedData data = prepare_data(dataset, options, control.parallel, control.coarsening);
    const Network network(network_of(options, data.facts), data.feature_count(), data.class_count());
    if (control.overwrite) {
        folder.clear();
    }
    if (!folder.has_run()) {
        folder.begin(description, data);
    }
    std::vector<FoldState> states(data.folds.size());
    for (std::size_t fold = 0; fold < states.size(); ++fold) {
        states[fold] = folder.load(static_cast<int>(fold) + 1).value_or(FoldState{});
    }
    folder.write_metrics(states);
    RunWatch watch(folder, control, states);
    parallel_for(states.size(), control.parallel, [&](std::size_t fold) {
        if (states[fold].finished || !control.part.has(fold)) {
            return;
        }
        use_one_thread_here();
        const int number = static_cast<int>(fold) + 1;
        states[fold] = train_fold(network, data, data.folds[fold], options.training, Seed(options.seed).child("fold", fold),
                                  std::move(states[fold]), [&](const FoldState& state) {
                                      watch.epoch_ended(number, state);
                                      return true;
                                  });
        watch.fold_ended(number, states[fold], network.plan());
    });
    folder.write_metrics(states);
    if (!std::all_of(states.begin(), states.end(), [](const FoldState& state) { return state.finished; })) {
        return result_of(states_of(control.part, states), data.coarsening_seconds, network.plan().size());
    }
    RunResult result = result_of(states, data.coarsening_seconds, network.plan().size());
    folder.write_predictions(predictions_csv(test_predictions(data, states), data.labels));
    folder.write_page(run_page(description, data, dataset, states, result));
    folder.write_result(result);
    return result;
}

std::uint64_t content_number(const Dataset& dataset) {
    std::uint64_t sum = 0;
    const auto add = [&](std::uint64_t number) { sum = Seed(sum ^ number).child("content", number).value(); };
    for (const Graph& graph : dataset.graphs) {
        add(graph.node_count());
        for (const Edge& edge : edges_of(graph)) {
            add((static_cast<std::uint64_t>(edge.from) << 32) | static_cast<std::uint32_t>(edge.to));
            add(std::bit_cast<std::uint64_t>(edge.weight));
        }
    }
    for (const long label : dataset.graph_labels) {
        add(label);
    }
    for (const Table<long>* labels : {&dataset.node_labels, &dataset.edge_labels}) {
        add(labels->columns);
        for (const long label : labels->values) {
            add(label);
        }
    }
    for (const Table<double>* attributes : {&dataset.node_attributes, &dataset.edge_attributes}) {
        add(attributes->columns);
        for (const double attribute : attributes->values) {
            add(std::bit_cast<std::uint64_t>(attribute));
        }
    }
    for (const std::string& part : dataset.graph_split) {
        add(Seed(0).child(part).value());
    }
    return sum;
}

}  // namespace ndpool

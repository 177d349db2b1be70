#include "ndpool/learn/train/train_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <mutex>

#include "ndpool/base/error.hpp"
#include "ndpool/base/mean_std.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/io/folder_lock.hpp"
#include "ndpool/learn/nn/network/network.hpp"
#include "ndpool/learn/train/run_page.hpp"

namespace ndpool {

namespace {

/// Keeps a run's folder and its listener up to date while folds are trained in parallel.
class RunWatch {
public:
    RunWatch(const RunFolder& folder, const TrainRunControl& control, const std::vector<FoldState>& states)
        : folder_(folder), control_(control), folds_(static_cast<int>(states.size())), unsaved_seconds_(states.size(), 0) {
        for (std::size_t fold = 0; fold < states.size(); ++fold) {
            done_ += states[fold].finished ? 1 : 0;
            to_do_ += !states[fold].finished && control.part.has(fold) ? 1 : 0;
        }
    }

    void epoch_ended(int fold, const FoldState& state) {
        const std::lock_guard lock(guard_);
        folder_.append_metrics(fold, state.history.back());
        double& unsaved = unsaved_seconds_[fold - 1];
        unsaved += state.history.back().seconds;
        if (unsaved > control_.seconds_between_checkpoints) {
            unsaved = 0;
            folder_.save(fold, state);
        }
        tell(fold, state);
    }

    void fold_ended(int fold, const FoldState& state, const ParameterPlan& plan) {
        const std::lock_guard lock(guard_);
        folder_.save_model(fold, plan, state.best_values);
        folder_.save(fold, state);
        ++done_;
        ++done_here_;
        --to_do_;
        tell(fold, state);
    }

private:
    void tell(int fold, const FoldState& state) {
        seconds_ += clock_.lap();
        if (control_.news) {
            const double left = done_here_ == 0 ? -1 : seconds_ / done_here_ * to_do_;
            control_.news({fold, folds_, done_, &state, left});
        }
    }

    const RunFolder& folder_;
    const TrainRunControl& control_;
    int folds_;
    std::vector<double> unsaved_seconds_;  ///< of each fold, since its last checkpoint
    Stopwatch clock_;
    double seconds_ = 0;
    int done_ = 0;
    int done_here_ = 0;
    int to_do_ = 0;
    std::mutex guard_;
};

/// The median, the upper one of two. Unlike the mean, it is not affected by what other programs did meanwhile.
double median(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

RunResult result_of(const std::vector<FoldState>& states, double coarsening_seconds, std::int64_t parameters) {
    RunResult result;
    std::vector<double> seconds;
    for (const FoldState& state : states) {
        result.fold_accuracies.push_back(state.test_accuracy);
        result.epochs.push_back(static_cast<int>(state.history.size()));
        result.best_epochs.push_back(state.best_epoch);
        result.validation_accuracies.push_back(
            state.best_epoch > 0 ? state.history[static_cast<std::size_t>(state.best_epoch) - 1].validation_accuracy : 0);
        for (const EpochRecord& record : state.history) {
            seconds.push_back(record.seconds);
        }
    }
    const MeanStd spread = mean_std_of(result.fold_accuracies);
    result.mean = spread.mean;
    result.deviation = spread.deviation;
    result.seconds_per_epoch = median(std::move(seconds));
    result.coarsening_seconds = coarsening_seconds;
    result.parameters = parameters;
    return result;
}

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
    const RunResult result = result_of(states, data.coarsening_seconds, network.plan().size());
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

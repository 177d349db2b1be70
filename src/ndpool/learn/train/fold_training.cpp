#include "ndpool/learn/train/fold_training.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ndpool/base/elementary.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/learn/data/batch.hpp"
#include "ndpool/learn/nn/network/network_steps.hpp"
#include "ndpool/learn/train/learning_rate.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

constexpr std::size_t evaluation_batch_size = 128;

/// Batches with the inputs that are prepared from them, built once.
class BatchList {
public:
    BatchList(const NetworkSteps& steps, std::span<const Sample> samples, const std::vector<int>& graphs, std::size_t size) {
        for (std::size_t begin = 0; begin < graphs.size(); begin += size) {
            const std::size_t end = std::min(begin + size, graphs.size());
            batches_.push_back(std::make_unique<Batch>(make_batch(samples, std::span(graphs).subspan(begin, end - begin))));
            prepared_.push_back(steps.prepare(*batches_.back()));
        }
    }

    [[nodiscard]] std::size_t size() const { return prepared_.size(); }
    [[nodiscard]] const StepInput& operator[](std::size_t i) const { return prepared_[i]; }

private:
    std::vector<std::unique_ptr<Batch>> batches_;  // their addresses do not change: the prepared inputs point to them
    std::vector<StepInput> prepared_;
};

/// Graphs to be classified, by one pyramid each or by the mean of the probabilities over several.
class JudgedGraphs {
public:
    JudgedGraphs(const NetworkSteps& steps, const PreparedData& data, const std::vector<int>& graphs) {
        for (std::size_t side = 0; side < data.judged_sides(); ++side) {
            pyramids_.emplace_back(steps, data.samples, data.on_side(graphs, side), evaluation_batch_size);
        }
    }

    [[nodiscard]] std::size_t size() const { return pyramids_.front().size(); }
    [[nodiscard]] bool is_averaged() const { return pyramids_.size() > 1; }
    [[nodiscard]] const StepInput& operator[](std::size_t i) const { return pyramids_.front()[i]; }

    /// graphs x classes.
    [[nodiscard]] Tensor probabilities(NetworkSteps& steps, std::size_t i) const {
        Tensor sum;
        for (const BatchList& pyramid : pyramids_) {
            const Tensor shares = torch::softmax(steps.logits(pyramid[i]), 1);
            sum = sum.defined() ? sum + shares : shares;
        }
        return (sum / static_cast<double>(pyramids_.size())).contiguous();
    }

private:
    std::vector<BatchList> pyramids_;
};

/// What evaluating a batch tells, from the probabilities of its graphs.
BatchOutcome outcome_of(const Tensor& probabilities, const std::vector<std::int32_t>& labels) {
    constexpr float least = std::numeric_limits<float>::min();
    BatchOutcome outcome;
    for (std::size_t g = 0; g < labels.size(); ++g) {
        const std::int64_t classes = probabilities.size(1);
        const float* row = probabilities.data_ptr<float>() + static_cast<std::int64_t>(g) * classes;
        outcome.loss -= portable_log(std::max(row[labels[g]], least)) / static_cast<double>(labels.size());
        outcome.right += std::max_element(row, row + classes) - row == labels[g] ? 1 : 0;
    }
    return outcome;
}

Evaluation evaluate(NetworkSteps& steps, const JudgedGraphs& judged) {
    double loss = 0;
    std::size_t right = 0;
    std::size_t graphs = 0;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        const Batch& batch = *judged[i].batch;
        const std::size_t count = batch.graph_count();
        const BatchOutcome outcome =
            judged.is_averaged() ? outcome_of(judged.probabilities(steps, i), batch.labels) : steps.evaluate(judged[i]);
        loss += outcome.loss * static_cast<double>(count);
        right += outcome.right;
        graphs += count;
    }
    const double all = static_cast<double>(std::max<std::size_t>(graphs, 1));
    return {loss / all, static_cast<double>(right) / all};
}

/// The likeliest class of each graph; of equally likely ones the first.
std::vector<int> predicted_classes(NetworkSteps& steps, const JudgedGraphs& judged) {
    std::vector<int> classes;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        const Tensor scores = judged.is_averaged() ? judged.probabilities(steps, i) : steps.logits(judged[i]).contiguous();
        for (std::int64_t g = 0; g < scores.size(0); ++g) {
            const float* row = scores.data_ptr<float>() + g * scores.size(1);
            classes.push_back(static_cast<int>(std::max_element(row, row + scores.size(1)) - row));
        }
    }
    return classes;
}

EpochRecord learn_for_an_epoch(NetworkSteps& steps, const ParameterPlan& plan, Parameters& parameters, AdamState& adam,
                               const BatchList& batches, const AdamOptions& options, Random random, Seed dropout) {
    std::vector<std::size_t> order(batches.size());
    std::iota(order.begin(), order.end(), 0);
    shuffle(std::span(order), random);
    EpochRecord record;
    std::size_t right = 0;
    std::size_t graphs = 0;
    Stopwatch watch;
    for (const std::size_t i : order) {
        const BatchOutcome outcome = steps.learn(batches[i], dropout.child("batch", i));
        adam_step(plan, parameters, adam, options);
        const std::size_t count = batches[i].batch->graph_count();
        record.loss += outcome.loss * static_cast<double>(count);
        right += outcome.right;
        graphs += count;
    }
    record.seconds = watch.lap();
    record.loss /= static_cast<double>(graphs);
    record.accuracy = static_cast<double>(right) / static_cast<double>(graphs);
    return record;
}

/// The side on which each graph is seen first, so that a batch has graphs of all sides.
std::vector<std::size_t> random_sides(const PreparedData& data, Seed seed) {
    Random random(seed);
    std::vector<std::size_t> sides(data.graph_count());
    for (std::size_t& side : sides) {
        side = random.below(data.sides);
    }
    return sides;
}

void set_values(Parameters& parameters, const std::vector<float>& values) {
    if (static_cast<std::int64_t>(values.size()) != parameters.values.numel()) {
        throw InvalidInput("a model has another number of weights than its configuration says");
    }
    std::copy(values.begin(), values.end(), parameters.values.data_ptr<float>());
}

std::vector<float> values_of(const Parameters& parameters) {
    const auto* begin = parameters.values.data_ptr<float>();
    return {begin, begin + parameters.values.numel()};
}

/// Whether an epoch is to be chosen instead of the best one so far.
bool is_better(const Evaluation& seen, const FoldState& state, Selection select) {
    if (state.best_epoch == 0) {
        return true;
    }
    const double best_accuracy = state.history[static_cast<std::size_t>(state.best_epoch) - 1].validation_accuracy;
    if (select == Selection::accuracy && seen.accuracy != best_accuracy) {
        return seen.accuracy > best_accuracy;
    }
    return seen.loss < state.best_loss;
}

}  // namespace

void use_one_thread_here() {
    torch::set_num_threads(1);
    // OpenBLAS keeps threads of its own; other libraries do not have this function.
    using SetThreads = void (*)(int);
    if (const auto set_threads = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))) {
        set_threads(1);
    }
}

void append_epoch(FoldState& state, EpochRecord record, const Evaluation& validation) {
    record.epoch = static_cast<int>(state.history.size()) + 1;
    if (!std::isfinite(record.loss) || !std::isfinite(validation.loss)) {
        throw NumericalFailure(fmt::format("the loss is not finite in epoch {}: try a smaller learning rate", record.epoch));
    }
    record.validation_loss = validation.loss;
    record.validation_accuracy = validation.accuracy;
    state.history.push_back(record);
}

void choose_last_epoch(FoldState& state) {
    state.best_epoch = state.history.back().epoch;
    state.best_loss = state.history.back().validation_loss;
    state.best_values = state.values;
}

void finish(FoldState& state, const Evaluation& test) {
    state.test_loss = test.loss;
    state.test_accuracy = test.accuracy;
    state.finished = true;
}

bool is_over(const FoldState& state, int most_epochs, int patience) {
    const int epochs = static_cast<int>(state.history.size());
    return epochs >= most_epochs || (epochs > 0 && epochs - state.best_epoch >= patience);
}

FoldState train_fold(const Network& network, const PreparedData& data, const Fold& fold, const TrainingOptions& options,
                     Seed seed, FoldState state, const std::function<bool(const FoldState&)>& after_epoch) {
    Parameters parameters = make_parameters(network.plan(), seed.child("weights"));
    if (!state.values.empty()) {
        set_values(parameters, state.values);
    }
    NetworkSteps steps(network, parameters);
    const std::vector<std::size_t> first_sides = random_sides(data, seed.child("sides"));
    const auto training_batches = [&](std::uint64_t turn) {
        std::vector<int> graphs = fold.train;
        Random random(seed.child("batches", turn));
        shuffle(std::span(graphs), random);
        for (int& graph : graphs) {  // its sides in turn
            const std::size_t side = (first_sides[static_cast<std::size_t>(graph)] + turn) % data.sides;
            graph += static_cast<int>(side * data.graph_count());
        }
        return BatchList(steps, data.samples, graphs, options.batch_size);
    };
    const std::vector<int>& watched = fold.validation.empty() ? fold.train : fold.validation;
    const JudgedGraphs validation(steps, data, watched);
    const auto turn_of = [&](std::size_t epoch) {
        return options.reshuffle_every > 0 ? (epoch - 1) / static_cast<std::size_t>(options.reshuffle_every) : 0;
    };
    std::size_t turn = turn_of(state.history.size() + 1);
    BatchList training = training_batches(turn);
    while (!is_over(state, options.epochs, options.patience)) {
        const int epoch = static_cast<int>(state.history.size()) + 1;
        if (turn_of(epoch) != turn) {
            turn = turn_of(epoch);
            training = training_batches(turn);
        }
        AdamOptions adam = options.adam;
        adam.learning_rate = learning_rate_after(state.history, options);
        const EpochRecord record = learn_for_an_epoch(steps, network.plan(), parameters, state.adam, training, adam,
                                                      Random(seed.child("order", epoch)), seed.child("dropout", epoch));
        const Evaluation seen = evaluate(steps, validation);
        append_epoch(state, record, seen);
        state.values = values_of(parameters);
        if (is_better(seen, state, options.select)) {
            choose_last_epoch(state);
        }
        if (after_epoch && !after_epoch(state)) {
            return state;
        }
    }
    if (!state.finished) {
        set_values(parameters, state.best_values);
        const JudgedGraphs tested(steps, data, fold.test);
        state.test_predictions = predicted_classes(steps, tested);
        finish(state, evaluate(steps, tested));
    }
    return state;
}

std::vector<std::vector<float>> class_probabilities(const Network& network, const Parameters& parameters,
                                                    const std::vector<Sample>& samples) {
    std::vector<int> all(samples.size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<std::vector<float>> rows;
    Parameters same = parameters;  // shares the numbers
    NetworkSteps steps(network, same);
    const BatchList batches(steps, samples, all, evaluation_batch_size);
    for (std::size_t i = 0; i < batches.size(); ++i) {
        const Tensor shares = torch::softmax(steps.logits(batches[i]), 1).contiguous();
        for (std::int64_t g = 0; g < shares.size(0); ++g) {
            const float* row = shares.data_ptr<float>() + g * shares.size(1);
            rows.emplace_back(row, row + shares.size(1));
        }
    }
    return rows;
}

}  // namespace ndpool

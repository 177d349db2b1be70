#include "ndpool/learn/signals/signal_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ndpool/base/error.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/learn/signals/network/input_dropout.hpp"
#include "ndpool/learn/signals/network/signal_pass.hpp"
#include "ndpool/learn/signals/sample_batches.hpp"
#include "ndpool/learn/train/learning_rate.hpp"

namespace ndpool {

namespace {

/// Samples that a thread evaluates before it takes the next ones.
constexpr std::size_t samples_per_evaluation = 256;

struct Sums {
    double loss = 0;
    std::size_t right = 0;

    void add(const SignalOutcome& outcome) {
        loss += outcome.loss;
        right += outcome.right ? 1 : 0;
    }
    void add(const Sums& other) {
        loss += other.loss;
        right += other.right;
    }
};

/// Learns from batches, with a pass for each chunk of a batch.
class SignalLearner {
public:
    SignalLearner(const SignalNetwork& network, const PreparedSignals& data, const SignalTrainingOptions& options,
                  const Parallel& parallel)
        : network_(network),
          data_(data),
          options_(options),
          parallel_(parallel),
          gradients_(static_cast<std::size_t>(network.plan().size()), 0) {
        const std::size_t chunks = (static_cast<std::size_t>(options.batch_size) + samples_per_chunk - 1) / samples_per_chunk;
        const std::size_t passes = thread_count(parallel) > 1 ? chunks : 1;
        for (std::size_t i = 0; i < passes; ++i) {
            passes_.emplace_back(network);
        }
        sums_.resize(chunks);
    }

    /// `dropout`: the seed of the epoch; each sample has one of its own.
    Sums learn(std::vector<float>& values, AdamState& adam, std::span<const std::int32_t> batch, double learning_rate,
               Seed dropout) {
        const SignalWeights weights = signal_weights(network_, values.data());
        const std::size_t chunks = (batch.size() + samples_per_chunk - 1) / samples_per_chunk;
        Sums sums;
        if (passes_.size() == 1) {
            for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
                learn_chunk(weights, batch, chunk, passes_.front(), dropout);
                passes_.front().add_gradients(weights, gradients_.data());
            }
        } else {
            parallel_for(chunks, parallel_,
                         [&](std::size_t chunk) { learn_chunk(weights, batch, chunk, passes_[chunk], dropout); });
            for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
                passes_[chunk].add_gradients(weights, gradients_.data());
            }
        }
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            sums.add(sums_[chunk]);
        }
        AdamOptions step = options_.adam;
        step.learning_rate = learning_rate;
        adam_step(network_.plan(), values.data(), gradients_.data(), adam, step);
        return sums;
    }

private:
    void learn_chunk(const SignalWeights& weights, std::span<const std::int32_t> batch, std::size_t chunk, SignalPass& pass,
                     Seed dropout) {
        const float scale = 1.0F / static_cast<float>(batch.size());
        pass.clear();
        sums_[chunk] = {};
        const std::size_t begin = chunk * samples_per_chunk;
        const auto samples = batch.subspan(begin, std::min(samples_per_chunk, batch.size() - begin));
        const double input_dropout = network_.options().input_dropout;
        SignalInputs thinned;
        if (input_dropout > 0) {
            const SignalRows signals = drop_inputs(*data_.signals, samples, input_dropout, dropout.child("inputs"));
            thinned = signal_inputs(network_.operators(), signals, {.threads = 1});
        }
        const SignalInputs& inputs = input_dropout > 0 ? thinned : data_.inputs;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const auto sample = static_cast<std::size_t>(samples[i]);
            const std::size_t place = input_dropout > 0 ? i : sample;
            sums_[chunk].add(pass.forward(weights, inputs, place, data_.labels[sample], dropout.child("sample", sample)));
            pass.backward(weights, inputs, place, scale);
        }
    }

    const SignalNetwork& network_;
    const PreparedSignals& data_;
    const SignalTrainingOptions& options_;
    Parallel parallel_;
    std::vector<SignalPass> passes_;
    std::vector<Sums> sums_;
    AlignedVector<float> gradients_;
};

double learning_rate_at(const SignalTrainingOptions& options, std::int64_t step, std::int64_t steps) {
    if (options.schedule == LearningRateSchedule::constant) {
        return options.adam.learning_rate;
    }
    const double progress = static_cast<double>(step) / static_cast<double>(steps);
    return cosine_rate(options.adam.learning_rate, std::numbers::pi * progress);
}

EpochRecord learn_for_an_epoch(SignalLearner& learner, FoldState& state, const PreparedSignals& data,
                               const SignalTrainingOptions& options, Seed order_seed, Seed dropout) {
    const std::vector<std::int32_t> order = shuffled_samples(data.train, order_seed);
    const auto size = static_cast<std::size_t>(options.batch_size);
    const auto steps_per_epoch = static_cast<std::int64_t>((order.size() + size - 1) / size);
    Sums sums;
    Stopwatch watch;
    for_each_batch(order, size, [&](std::span<const std::int32_t> batch) {
        const double rate = learning_rate_at(options, state.adam.steps, steps_per_epoch * options.epochs);
        sums.add(learner.learn(state.values, state.adam, batch, rate, dropout));
    });
    EpochRecord record;
    record.seconds = watch.lap();
    record.loss = sums.loss / static_cast<double>(order.size());
    record.accuracy = static_cast<double>(sums.right) / static_cast<double>(order.size());
    return record;
}

}  // namespace

PreparedSignals prepare_signals(const SignalSet& set, const SignalOperators& operators, const Parallel& parallel) {
    return {signal_inputs(operators, set.signals, parallel),
            set.labels,
            samples_of(set, SignalPart::train),
            validation_samples(set.parts),
            samples_of(set, SignalPart::test),
            &set.signals};
}

FoldState train_signals(const SignalNetwork& network, const PreparedSignals& data, const SignalTrainingOptions& options,
                        Seed seed, FoldState state, const Parallel& parallel,
                        const std::function<bool(const FoldState&)>& after_epoch) {
    if (state.values.empty()) {
        const std::vector<double> fresh = initial_values(network.plan(), seed.child("weights"));
        state.values.assign(fresh.begin(), fresh.end());
    }
    if (static_cast<std::int64_t>(state.values.size()) != network.plan().size()) {
        throw InvalidInput("a checkpoint has another number of weights than its configuration says");
    }
    if (network.options().input_dropout > 0 && data.signals == nullptr) {
        throw InvalidInput("dropout of inputs needs the signals themselves, not only what the first layer takes of them");
    }
    SignalLearner learner(network, data, options, parallel);
    while (!is_over(state, options.epochs, options.patience)) {
        const std::uint64_t epoch = state.history.size() + 1;
        const EpochRecord record =
            learn_for_an_epoch(learner, state, data, options, seed.child("order", epoch), seed.child("dropout", epoch));
        const Evaluation seen = evaluate_signals(network, state.values, data.inputs, data.labels, data.validation, parallel);
        append_epoch(state, record, seen);
        if (state.best_epoch == 0 || seen.loss < state.best_loss) {
            choose_last_epoch(state);
        }
        if (after_epoch && !after_epoch(state)) {
            return state;
        }
    }
    if (!state.finished) {
        finish(state, evaluate_signals(network, state.best_values, data.inputs, data.labels, data.test, parallel));
    }
    return state;
}

Evaluation evaluate_signals(const SignalNetwork& network, const std::vector<float>& values, const SignalInputs& inputs,
                            std::span<const std::int32_t> labels, std::span<const std::int32_t> samples,
                            const Parallel& parallel) {
    const SignalWeights weights = signal_weights(network, values.data());
    std::vector<Sums> parts((samples.size() + samples_per_evaluation - 1) / samples_per_evaluation);
    parallel_for_pieces(samples.size(), samples_per_evaluation, parallel, [&](std::size_t begin, std::size_t end) {
        SignalPass pass(network);
        for (std::size_t i = begin; i < end; ++i) {
            const auto sample = static_cast<std::size_t>(samples[i]);
            parts[begin / samples_per_evaluation].add(pass.forward(weights, inputs, sample, labels[sample]));
        }
    });
    Sums sums;
    for (const Sums& part : parts) {
        sums.add(part);
    }
    const auto count = static_cast<double>(std::max<std::size_t>(samples.size(), 1));
    return {sums.loss / count, static_cast<double>(sums.right) / count};
}

std::vector<std::vector<float>> signal_probabilities(const SignalNetwork& network, const std::vector<float>& values,
                                                     const SignalInputs& inputs, const Parallel& parallel) {
    const SignalWeights weights = signal_weights(network, values.data());
    std::vector<std::vector<float>> rows(inputs.size());
    parallel_for_pieces(inputs.size(), samples_per_evaluation, parallel, [&](std::size_t begin, std::size_t end) {
        SignalPass pass(network);
        for (std::size_t sample = begin; sample < end; ++sample) {
            (void)pass.forward(weights, inputs, sample, -1);
            rows[sample].assign(pass.probabilities().begin(), pass.probabilities().end());
        }
    });
    return rows;
}

}  // namespace ndpool

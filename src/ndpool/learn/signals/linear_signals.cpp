#include "ndpool/learn/signals/linear_signals.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ndpool/base/elementary.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/learn/nn/network/adam.hpp"
#include "ndpool/learn/signals/sample_batches.hpp"
#include "ndpool/learn/train/learning_rate.hpp"

namespace ndpool {

namespace {

/// One matrix, numbers of a signal x classes, and a row of biases.
class LinearClassifier {
public:
    explicit LinearClassifier(const SignalSet& set)
        : set_(set),
          classes_(set.classes.size()),
          columns_(static_cast<std::size_t>(set.graph.node_count()) * static_cast<std::size_t>(set.signals.features)) {
        plan_.add_matrix("linear", static_cast<std::int64_t>(columns_), static_cast<std::int64_t>(classes_), 1, 1, 1);
        values.assign(static_cast<std::size_t>(plan_.size()), 0);
        gradients.assign(values.size(), 0);
    }

    /// Adds the gradient with this factor; 0 leaves it alone. Returns the loss; `right` counts.
    double pass(std::int32_t sample, double scale, std::size_t& right) {
        const SignalRows& rows = set_.signals;
        const auto features = static_cast<std::size_t>(rows.features);
        std::vector<double> logits(values.end() - static_cast<std::ptrdiff_t>(classes_), values.end());
        const auto for_numbers = [&](const auto& visit) {
            for (std::uint64_t k = rows.offsets[sample]; k < rows.offsets[sample + 1]; ++k) {
                for (std::size_t f = 0; f < features; ++f) {
                    visit((static_cast<std::size_t>(rows.nodes[k]) * features + f) * classes_, rows.values[k * features + f]);
                }
            }
        };
        for_numbers([&](std::size_t row, float number) {
            for (std::size_t c = 0; c < classes_; ++c) {
                logits[c] += static_cast<double>(number) * values[row + c];
            }
        });
        const auto label = static_cast<std::size_t>(set_.labels[sample]);
        const auto top = std::max_element(logits.begin(), logits.end());
        right += static_cast<std::size_t>(top - logits.begin()) == label ? 1 : 0;
        const double largest = *top;
        const double own = logits[label];
        double sum = 0;
        for (double& logit : logits) {
            logit = portable_exp(logit - largest);
            sum += logit;
        }
        if (scale > 0) {
            for (std::size_t c = 0; c < classes_; ++c) {
                logits[c] = (logits[c] / sum - (c == label ? 1 : 0)) * scale;
                gradients[columns_ * classes_ + c] += static_cast<float>(logits[c]);
            }
            for_numbers([&](std::size_t row, float number) {
                for (std::size_t c = 0; c < classes_; ++c) {
                    gradients[row + c] += static_cast<float>(number * logits[c]);
                }
            });
        }
        return portable_log(sum) + largest - own;
    }

    /// The sum of the losses, and the share of right answers.
    Evaluation evaluate(std::span<const std::int32_t> samples) {
        Evaluation outcome;
        std::size_t right = 0;
        for (const std::int32_t sample : samples) {
            outcome.loss += pass(sample, 0, right);
        }
        outcome.accuracy = static_cast<double>(right) / static_cast<double>(std::max<std::size_t>(1, samples.size()));
        return outcome;
    }

    [[nodiscard]] const ParameterPlan& plan() const { return plan_; }

    std::vector<float> values;
    std::vector<float> gradients;

private:
    const SignalSet& set_;
    std::size_t classes_;
    std::size_t columns_;
    ParameterPlan plan_;
};

}  // namespace

LinearSignalResult train_linear_signals(const SignalSet& set, const LinearSignalOptions& options, std::uint64_t seed) {
    LinearClassifier classifier(set);
    const std::vector<std::int32_t> training = samples_of(set, SignalPart::train);
    const std::vector<std::int32_t> validation = samples_of(set, SignalPart::validation);
    const auto size = static_cast<std::size_t>(options.batch_size);
    const std::size_t batches = (training.size() + size - 1) / size;
    const double steps = static_cast<double>(batches) * options.epochs;
    AdamState adam;
    const auto learn = [&](int epoch) {
        const auto order = shuffled_samples(training, Seed(seed).child("order", static_cast<std::uint64_t>(epoch)));
        for_each_batch(order, size, [&](std::span<const std::int32_t> batch) {
            std::size_t right = 0;
            for (const std::int32_t sample : batch) {
                (void)classifier.pass(sample, 1.0 / static_cast<double>(batch.size()), right);
            }
            const double rate = cosine_rate(options.learning_rate, std::numbers::pi * static_cast<double>(adam.steps) / steps);
            adam_step(classifier.plan(), classifier.values.data(), classifier.gradients.data(), adam,
                      {.learning_rate = rate, .l2 = options.l2});
        });
    };
    std::vector<float> kept;
    const EpochLimits all_epochs{options.epochs, options.epochs};
    const BestEpoch best = train_to_best_epoch(
        all_epochs,
        {.learn = learn, .validate = [&] { return classifier.evaluate(validation); }, .keep = [&] { kept = classifier.values; }});
    classifier.values = kept;
    return {best, classifier.evaluate(samples_of(set, SignalPart::test)).accuracy};
}

}  // namespace ndpool

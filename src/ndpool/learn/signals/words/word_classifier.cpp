#include "ndpool/learn/signals/words/word_classifier.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/base/elementary.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/learn/nn/network/adam.hpp"
#include "ndpool/learn/nn/network/parameter_plan.hpp"
#include "ndpool/learn/signals/network/signal_kernels.hpp"
#include "ndpool/learn/signals/sample_batches.hpp"
#include "ndpool/learn/signals/words/word_sequences.hpp"

namespace ndpool {

namespace {

double sigmoid(double x) {
    return 1 / (1 + portable_exp(-x));
}

/// The network and the memory of a batch.
class WordClassifier {
public:
    WordClassifier(const WordLists& lists, const WordClassifierOptions& options)
        : lists_(lists),
          options_(options),
          sequences_(word_sequences(lists, options.words, options.length)),
          size_(options.vector_size),
          inputs_(options.flatten ? std::int64_t{options.length} * size_ : size_) {
        plan_.add_matrix("embedding", options.words + 2, size_, 1, 1);
        plan_.add_matrix("hidden", inputs_, options.hidden, inputs_, options.hidden, 1);
        plan_.add_matrix("output", options.hidden, 1, options.hidden, 1, 1);
        gradients_.resize(static_cast<std::size_t>(plan_.size()), 0);
    }

    [[nodiscard]] const ParameterPlan& plan() const { return plan_; }

    /// Small vectors to begin with, as Keras has them.
    [[nodiscard]] std::vector<float> fresh_values(Seed seed) const {
        std::vector<float> values;
        constexpr double bound = 0.05;
        const double shrink = bound / plan_.slots().front().bound;
        const auto vectors = static_cast<std::size_t>(plan_.slots().front().rows * size_);
        for (const double value : initial_values(plan_, seed)) {
            values.push_back(static_cast<float>(values.size() < vectors ? value * shrink : value));
        }
        return values;
    }

    struct Outcome {
        double loss = 0;
        std::size_t right = 0;
    };

    /// Without `dropout` nothing is dropped; `scale` 0 leaves the gradients alone.
    Outcome pass(const std::vector<float>& values, std::span<const std::int32_t> texts, Random* dropout, double scale) {
        const auto count = static_cast<std::int64_t>(texts.size());
        fill_features(values, texts);
        const std::int64_t hidden = options_.hidden;
        const float* const matrix = values.data() + plan_.slots()[1].offset;
        activations_.resize(static_cast<std::size_t>(count * hidden));
        fill_rows(matrix + inputs_ * hidden, count, activations_.data(), hidden);
        multiply_matrices({features_.data(), inputs_, 1}, matrix, activations_.data(), count, inputs_, hidden, true);
        relu(activations_.data(), count * hidden);
        drop_some(dropout);
        const float* const output = values.data() + plan_.slots()[2].offset;
        Outcome outcome;
        slopes_.resize(texts.size());
        for (std::int64_t i = 0; i < count; ++i) {
            double logit = output[hidden];
            for (std::int64_t h = 0; h < hidden; ++h) {
                logit += activations_[static_cast<std::size_t>(i * hidden + h)] * output[h];
            }
            const bool is_positive = lists_.labels[texts[i]] > 0;
            outcome.loss += portable_log1p(portable_exp(is_positive ? -logit : logit));
            outcome.right += (logit > 0) == is_positive ? 1 : 0;
            slopes_[i] = static_cast<float>((sigmoid(logit) - (is_positive ? 1 : 0)) * scale);
        }
        if (scale > 0) {
            add_gradients(values, texts);
        }
        return outcome;
    }

    float* gradients() { return gradients_.data(); }

private:
    [[nodiscard]] std::span<const std::int32_t> sequence(std::int32_t text) const {
        return sequences_.text(static_cast<std::size_t>(text));
    }

    void fill_features(const std::vector<float>& values, std::span<const std::int32_t> texts) {
        features_.assign(texts.size() * static_cast<std::size_t>(inputs_), 0.0F);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            float* row = features_.data() + i * static_cast<std::size_t>(inputs_);
            for (const std::int32_t word : sequence(texts[i])) {
                add_scaled_row(values.data() + word * size_, options_.flatten ? 1.0F : mean_share(), row, size_);
                row += options_.flatten ? size_ : 0;
            }
        }
    }

    [[nodiscard]] float mean_share() const { return 1.0F / static_cast<float>(options_.length); }

    void drop_some(Random* dropout) {
        kept_.assign(activations_.size(), 1.0F);
        if (dropout != nullptr && options_.dropout > 0) {
            for (std::size_t i = 0; i < kept_.size(); ++i) {
                kept_[i] = dropout->uniform() < options_.dropout ? 0 : static_cast<float>(1 / (1 - options_.dropout));
                activations_[i] *= kept_[i];
            }
        }
    }

    void add_gradients(const std::vector<float>& values, std::span<const std::int32_t> texts) {
        const auto count = static_cast<std::int64_t>(texts.size());
        const std::int64_t hidden = options_.hidden;
        const ParameterSlot& matrix = plan_.slots()[1];
        const ParameterSlot& output = plan_.slots()[2];
        float* const output_gradient = gradients_.data() + output.offset;
        hidden_gradient_.resize(activations_.size());
        for (std::int64_t i = 0; i < count; ++i) {
            for (std::int64_t h = 0; h < hidden; ++h) {
                const auto at = static_cast<std::size_t>(i * hidden + h);
                output_gradient[h] += slopes_[i] * activations_[at];
                hidden_gradient_[at] = activations_[at] > 0 ? slopes_[i] * values[output.offset + h] * kept_[at] : 0;
            }
            output_gradient[hidden] += slopes_[i];
        }
        float* const matrix_gradient = gradients_.data() + matrix.offset;
        multiply_matrices({features_.data(), 1, inputs_}, hidden_gradient_.data(), matrix_gradient, inputs_, count, hidden, true);
        for (std::int64_t i = 0; i < count; ++i) {
            add_numbers(hidden_gradient_.data() + i * hidden, matrix_gradient + inputs_ * hidden, hidden);
        }
        transposed_.resize(static_cast<std::size_t>(inputs_ * hidden));
        transpose(values.data() + matrix.offset, inputs_, hidden, transposed_.data());
        multiply_matrices({hidden_gradient_.data(), hidden, 1}, transposed_.data(), features_.data(), count, hidden, inputs_,
                          false);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const float* row = features_.data() + i * static_cast<std::size_t>(inputs_);
            for (const std::int32_t word : sequence(texts[i])) {
                add_scaled_row(row, options_.flatten ? 1.0F : mean_share(), gradients_.data() + word * size_, size_);
                row += options_.flatten ? size_ : 0;
            }
        }
    }

    const WordLists& lists_;
    WordClassifierOptions options_;
    WordSequences sequences_;
    std::int64_t size_;
    std::int64_t inputs_;
    ParameterPlan plan_;
    AlignedVector<float> gradients_;
    AlignedVector<float> features_;
    AlignedVector<float> activations_;
    AlignedVector<float> hidden_gradient_;
    AlignedVector<float> transposed_;
    std::vector<float> kept_;
    std::vector<float> slopes_;
};

/// The sum of the losses, and the share of right answers.
Evaluation evaluate(WordClassifier& classifier, const std::vector<float>& values, std::span<const std::int32_t> texts) {
    constexpr std::size_t at_once = 64;
    WordClassifier::Outcome all;
    for_each_batch(texts, at_once, [&](std::span<const std::int32_t> batch) {
        const auto outcome = classifier.pass(values, batch, nullptr, 0);
        all.loss += outcome.loss;
        all.right += outcome.right;
    });
    const auto count = static_cast<double>(std::max<std::size_t>(texts.size(), 1));
    return {all.loss, static_cast<double>(all.right) / count};
}

}  // namespace

WordClassifierResult train_word_classifier(const WordLists& lists, const WordClassifierOptions& options, Seed seed,
                                           const std::function<void(int, double)>& after_epoch) {
    WordClassifier classifier(lists, options);
    std::vector<float> values = classifier.fresh_values(seed.child("weights"));
    const std::vector<std::int32_t> training = samples_of(lists.parts, SignalPart::train);
    const std::vector<std::int32_t> validation = validation_samples(lists.parts);
    AdamState adam;
    const auto size = static_cast<std::size_t>(options.batch_size);
    const auto learn = [&](int epoch) {
        const auto order = shuffled_samples(training, seed.child("order", static_cast<std::uint64_t>(epoch)));
        Random dropout(seed.child("dropout", static_cast<std::uint64_t>(epoch)));
        for_each_batch(order, size, [&](std::span<const std::int32_t> batch) {
            (void)classifier.pass(values, batch, &dropout, 1.0 / static_cast<double>(batch.size()));
            adam_step(classifier.plan(), values.data(), classifier.gradients(), adam,
                      {.learning_rate = options.learning_rate, .l2 = 0});
        });
    };
    std::vector<float> kept;
    const BestEpoch best = train_to_best_epoch({options.epochs, options.patience},
                                               {.learn = learn,
                                                .validate = [&] { return evaluate(classifier, values, validation); },
                                                .keep = [&] { kept = values; },
                                                .after = after_epoch});
    const double test_accuracy = evaluate(classifier, kept, samples_of(lists.parts, SignalPart::test)).accuracy;
    kept.resize(static_cast<std::size_t>(options.words) * static_cast<std::size_t>(options.vector_size));
    return {std::move(kept), best, test_accuracy};
}

}  // namespace ndpool

#include "ndpool/learn/signals/words/sequence_classifier.hpp"

#include <ATen/CPUGeneratorImpl.h>
#include <fmt/format.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/network/adam.hpp"
#include "ndpool/learn/nn/network/parameters.hpp"
#include "ndpool/learn/signals/sample_batches.hpp"
#include "ndpool/learn/signals/words/word_sequences.hpp"
#include "ndpool/learn/train/fold_training.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

/// Sets numbers to zero at random and scales the others; without a generator it does nothing.
class Dropout {
public:
    Dropout(double share, at::Generator* generator) : share_(share), generator_(generator) {}

    [[nodiscard]] Tensor operator()(const Tensor& x) const {
        if (generator_ == nullptr || share_ <= 0) {
            return x;
        }
        return x * torch::empty_like(x).bernoulli_(1 - share_, *generator_) / (1 - share_);
    }

private:
    double share_;
    at::Generator* generator_;
};

/// Vectors of the words in a batch: each different word once, and which one each place has.
struct BatchWords {
    Tensor words;   ///< different words
    Tensor places;  ///< texts * length numbers of rows of `words`
    std::int64_t texts = 0;
    std::int64_t length = 0;
};

BatchWords batch_words(const WordSequences& sequences, std::span<const std::int32_t> texts) {
    std::vector<std::int64_t> all;
    for (const std::int32_t text : texts) {
        const auto words = sequences.text(static_cast<std::size_t>(text));
        all.insert(all.end(), words.begin(), words.end());
    }
    const auto [words, places, counts] = at::_unique2(torch::tensor(all, torch::kInt64), true, true);
    return {words, places, std::ssize(texts), static_cast<std::int64_t>(sequences.length)};
}

/// A text becomes one row of `channels` numbers, and those a logit.
class SequenceNetwork {
public:
    SequenceNetwork(const SequenceClassifierOptions& options, Seed seed) : options_(options) {
        const std::int64_t size = options.vector_size;
        const std::int64_t channels = options.channels;
        embedding_ = plan_.add_matrix("embedding", options.words + 2, size, 1, 1);
        if (options.model == SequenceModel::lstm) {
            input_ = plan_.add_matrix("input", 4 * channels, size, size, 4 * channels);
            recurrent_ = plan_.add_matrix("recurrent", 4 * channels, channels, channels, 4 * channels);
            bias_ = plan_.add_constant("bias", 4 * channels, 0);
        } else {
            for (int block = 0; block < options.blocks; ++block) {
                const std::int64_t inputs = block == 0 ? size : channels;
                const std::int64_t taps = options.kernel;
                blocks_.push_back(
                    {plan_.add_matrix(fmt::format("first_{}", block), inputs, taps * channels, taps * inputs, taps * channels),
                     plan_.add_constant(fmt::format("first_bias_{}", block), channels, 0),
                     plan_.add_matrix(fmt::format("second_{}", block), channels, taps * channels, taps * channels,
                                      taps * channels),
                     plan_.add_constant(fmt::format("second_bias_{}", block), channels, 0)});
            }
            skip_ = plan_.add_matrix("skip", size, channels, size, channels);
        }
        head_ = plan_.add_matrix("head", channels, 1, channels, 1, 1);
        parameters_ = make_parameters(plan_, seed);
        const torch::NoGradGuard no_gradients;
        constexpr double embedding_bound = 0.05;  // as Keras has it
        parameters_[embedding_].mul_(embedding_bound / plan_.slots()[embedding_].bound);
        if (options.model == SequenceModel::lstm) {  // a forget gate that begins open, as Keras has it
            parameters_[bias_].narrow(1, channels, channels).fill_(1);
        }
    }

    [[nodiscard]] const ParameterPlan& plan() const { return plan_; }
    [[nodiscard]] Parameters& parameters() { return parameters_; }

    /// One logit per text.
    [[nodiscard]] Tensor logits(const BatchWords& batch, at::Generator* generator, bool pruned = true) const {
        const Tensor vectors = parameters_[embedding_].index_select(0, batch.words);
        const Dropout dropout(dropout_share(), generator);
        const Tensor rows =
            options_.model == SequenceModel::lstm ? dropout(lstm(vectors, batch)) : tcn(vectors, batch, dropout, pruned);
        const Tensor& head = parameters_[head_];
        return torch::addmm(head[options_.channels], rows, head.narrow(0, 0, options_.channels)).view({-1});
    }

private:
    struct Block {
        std::size_t first, first_bias, second, second_bias;
    };

    [[nodiscard]] double dropout_share() const {
        return options_.dropout >= 0 ? options_.dropout : options_.model == SequenceModel::tcn ? 0.3 : 0.5;
    }

    /// The output after the last word.
    [[nodiscard]] Tensor lstm(const Tensor& vectors, const BatchWords& batch) const {
        const std::int64_t channels = options_.channels;
        // Products with the input matrix once per different word.
        const Tensor gates = torch::addmm(parameters_[bias_], vectors, parameters_[input_].t())
                                 .index_select(0, batch.places)
                                 .view({batch.texts, batch.length, 4 * channels});
        const std::vector<Tensor> steps = gates.transpose(0, 1).contiguous().unbind(0);
        Tensor hidden = torch::zeros({batch.texts, channels});
        Tensor cell = torch::zeros({batch.texts, channels});
        const Tensor recurrent = parameters_[recurrent_].t().contiguous();
        for (const Tensor& step : steps) {
            const Tensor sums = torch::addmm(step, hidden, recurrent);
            const Tensor opened = sums.narrow(1, 0, 3 * channels).sigmoid();  // input, forget, output
            const Tensor candidate = sums.narrow(1, 3 * channels, channels).tanh();
            cell = torch::addcmul(opened.narrow(1, channels, channels) * cell, opened.narrow(1, 0, channels), candidate);
            hidden = opened.narrow(1, 2 * channels, channels) * cell.tanh();
        }
        return hidden;
    }

    /// The output of the last step. It depends, through a block with dilation d, only on steps that are a multiple of d before
    /// it: with `pruned` the sequence is halved after every block, and each convolution is one with dilation 1.
    [[nodiscard]] Tensor tcn(const Tensor& vectors, const BatchWords& batch, const Dropout& dropout, bool pruned) const {
        Tensor x;  // texts x steps x channels
        for (int block = 0; block < options_.blocks; ++block) {
            const Block& slots = blocks_[static_cast<std::size_t>(block)];
            const std::int64_t dilation = pruned ? 1 : std::int64_t{1} << block;
            const std::int64_t stride = pruned ? 2 : 1;
            Tensor y;
            Tensor skip;
            if (block == 0) {  // products once per different word
                y = shifted_sums(from_words(torch::mm(vectors, parameters_[slots.first]), batch), dilation, 1);
                skip = from_words(torch::mm(vectors, parameters_[skip_]), batch);
            } else {
                y = shifted_sums(torch::matmul(x, parameters_[slots.first]), dilation, 1);
                skip = x;
            }
            y = dropout(torch::relu(y + parameters_[slots.first_bias]));
            y = shifted_sums(torch::matmul(y, parameters_[slots.second]), dilation, stride);
            y = dropout(torch::relu(y + parameters_[slots.second_bias]));
            x = torch::relu(y + last_of_each(skip, stride));
        }
        return x.select(1, x.size(1) - 1);
    }

    static Tensor from_words(const Tensor& rows, const BatchWords& batch) {
        return rows.index_select(0, batch.places).view({batch.texts, batch.length, rows.size(1)});
    }

    /// Every stride-th step, the last one among them.
    static Tensor last_of_each(const Tensor& x, std::int64_t stride) {
        return stride == 1 ? x : x.slice(1, stride - 1, x.size(1), stride);
    }

    /// Causal convolution of products texts x steps x (taps * channels): tap k is the one k dilations ago.
    [[nodiscard]] Tensor shifted_sums(const Tensor& products, std::int64_t dilation, std::int64_t stride) const {
        const std::int64_t channels = options_.channels;
        const std::int64_t steps = products.size(1);
        Tensor sum = last_of_each(products.narrow(2, 0, channels), stride);
        for (std::int64_t tap = 1; tap < options_.kernel && tap * dilation < steps; ++tap) {
            const std::int64_t shift = tap * dilation;
            const Tensor part = products.narrow(2, tap * channels, channels).narrow(1, 0, steps - shift);
            sum = sum + last_of_each(at::constant_pad_nd(part, {0, 0, shift, 0}), stride);
        }
        return sum;
    }

    SequenceClassifierOptions options_;
    ParameterPlan plan_;
    Parameters parameters_;
    std::size_t embedding_ = 0, input_ = 0, recurrent_ = 0, bias_ = 0, skip_ = 0, head_ = 0;
    std::vector<Block> blocks_;
};

void check_sequence_options(const SequenceClassifierOptions& options) {
    if (options.model == SequenceModel::tcn && options.length % (1 << options.blocks) != 0) {
        throw InvalidInput(fmt::format("length {}: expected a multiple of {} for {} blocks", options.length, 1 << options.blocks,
                                       options.blocks));
    }
}

Tensor positive_labels(const WordLists& lists, std::span<const std::int32_t> texts) {
    std::vector<float> labels;
    for (const std::int32_t text : texts) {
        labels.push_back(lists.labels[static_cast<std::size_t>(text)] > 0 ? 1.0F : 0.0F);
    }
    return torch::tensor(labels);
}

/// Mean loss, and the share of right answers.
Evaluation evaluate_texts(const SequenceNetwork& network, const WordLists& lists, const WordSequences& sequences,
                          std::span<const std::int32_t> texts) {
    constexpr std::size_t at_once = 128;
    const torch::NoGradGuard no_gradients;
    Evaluation sums;
    for_each_batch(texts, at_once, [&](std::span<const std::int32_t> batch) {
        const Tensor logits = network.logits(batch_words(sequences, batch), nullptr);
        const Tensor labels = positive_labels(lists, batch);
        sums.loss += at::binary_cross_entropy_with_logits(logits, labels, {}, {}, at::Reduction::Sum).item<double>();
        sums.accuracy += logits.gt(0).eq(labels.gt(0)).sum().item<double>();
    });
    const auto count = static_cast<double>(std::max<std::size_t>(texts.size(), 1));
    return {sums.loss / count, sums.accuracy / count};
}

}  // namespace

SequenceClassifierResult train_sequence_classifier(const WordLists& lists, const SequenceClassifierOptions& options, Seed seed,
                                                   const std::function<void(int, double)>& after_epoch) {
    check_sequence_options(options);
    use_one_thread_here();
    const WordSequences sequences = word_sequences(lists, options.words, options.length);
    SequenceNetwork network(options, seed.child("weights"));
    const std::vector<std::int32_t> training = samples_of(lists.parts, SignalPart::train);
    const std::vector<std::int32_t> validation = validation_samples(lists.parts);
    AdamState adam;
    const auto size = static_cast<std::size_t>(options.batch_size);
    const auto learn = [&](int epoch) {
        const auto order = shuffled_samples(training, seed.child("order", static_cast<std::uint64_t>(epoch)));
        at::Generator generator =
            at::make_generator<at::CPUGeneratorImpl>(seed.child("dropout", static_cast<std::uint64_t>(epoch)).value());
        for_each_batch(order, size, [&](std::span<const std::int32_t> batch) {
            const Tensor logits = network.logits(batch_words(sequences, batch), &generator);
            at::binary_cross_entropy_with_logits(logits, positive_labels(lists, batch)).backward();
            adam_step(network.plan(), network.parameters(), adam, {.learning_rate = options.learning_rate, .l2 = 0});
        });
    };
    Tensor kept;
    const BestEpoch best = train_to_best_epoch({options.epochs, options.patience},
                                               {.learn = learn,
                                                .validate = [&] { return evaluate_texts(network, lists, sequences, validation); },
                                                .keep = [&] { kept = network.parameters().values.clone(); },
                                                .after = after_epoch});
    {
        const torch::NoGradGuard no_gradients;
        network.parameters().values.copy_(kept);
    }
    return {best, evaluate_texts(network, lists, sequences, samples_of(lists.parts, SignalPart::test)).accuracy};
}

std::vector<float> initial_sequence_logits(const WordLists& lists, const SequenceClassifierOptions& options, Seed seed,
                                           bool pruned) {
    check_sequence_options(options);
    use_one_thread_here();
    const torch::NoGradGuard no_gradients;
    const WordSequences sequences = word_sequences(lists, options.words, options.length);
    const SequenceNetwork network(options, seed.child("weights"));
    std::vector<float> logits;
    for (std::int32_t text = 0; text < static_cast<std::int32_t>(lists.size()); ++text) {
        logits.push_back(network.logits(batch_words(sequences, {&text, 1}), nullptr, pruned).item<float>());
    }
    return logits;
}

}  // namespace ndpool

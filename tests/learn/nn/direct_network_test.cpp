#include "ndpool/learn/nn/network/direct_network.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "learn/nn/gradient_check.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/equal_rows.hpp"
#include "ndpool/learn/nn/kernels/message_rows.hpp"

namespace {

std::atomic<long> allocations = 0;

}  // namespace

// Everything in this program that takes memory by new is counted, but not where sanitizers have their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
[[gnu::noinline]] void* operator new(std::size_t bytes) {
    ++allocations;
    if (void* const place = std::malloc(bytes)) {
        return place;
    }
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* place) noexcept {
    std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::size_t /*bytes*/) noexcept {
    std::free(place);
}
#endif

namespace ndpool {

namespace {

using namespace testing;

/// The largest difference over the largest number.
double relative_difference(const torch::Tensor& a, const torch::Tensor& b) {
    return ((a - b).abs().max() / b.abs().max().clamp_min(1e-6)).item<double>();
}

torch::Tensor tensor_of(std::span<const float> numbers) {
    return torch::tensor(std::vector<float>(numbers.begin(), numbers.end()));
}

/// Loss, logits, gradients and moved running numbers, directly and by LibTorch, in a training step.
void expect_as_libtorch(const NetworkOptions& options, const Batch& batch, std::uint64_t seed) {
    const Network network(options, batch.features.columns, 3);
    const Parameters parameters = make_parameters(network.plan(), Seed(seed));
    const torch::Tensor begun = parameters.values.clone();
    const PreparedBatch input = network.prepare(batch);
    const torch::Tensor logits = network.forward(parameters, input, Seed(3)).logits;
    const torch::Tensor loss = torch::cross_entropy_loss(logits, input.labels);
    loss.backward();
    const torch::Tensor wanted = parameters.gradients.clone();
    const torch::Tensor moved = parameters.values.clone();

    ASSERT_TRUE(DirectNetwork::can_do(options));
    DirectNetwork direct(options, network.plan());
    parameters.gradients.zero_();
    parameters.values.detach().copy_(begun);
    const DirectBatch direct_input = direct.prepare(batch);
    const BatchOutcome outcome = direct.forward(parameters.values.data_ptr<float>(), direct_input, Seed(3));
    direct.backward(parameters.values.data_ptr<float>(), direct_input, parameters.gradients.data_ptr<float>());
    EXPECT_NEAR(outcome.loss, loss.item<double>(), 1e-4);
    EXPECT_LT(relative_difference(tensor_of(direct.logits()).view_as(logits), logits), 1e-4);
    EXPECT_LT(relative_difference(parameters.gradients, wanted), 2e-4);
    EXPECT_LT(relative_difference(parameters.values, moved), 1e-5);
    EXPECT_EQ(outcome.right, static_cast<std::size_t>((logits.argmax(1) == input.labels).sum().item<long>()));

    const torch::Tensor later = network.forward(parameters, input).logits;
    direct.forward(parameters.values.data_ptr<float>(), direct_input);
    EXPECT_LT(relative_difference(tensor_of(direct.logits()).view_as(later), later), 1e-4);
}

void expect_as_libtorch(const NetworkOptions& options, std::uint64_t seed) {
    expect_as_libtorch(options, random_batch(7, 40, 5, sample_options(options), seed), seed);
}

constexpr Reduce all_reductions[] = {Reduce::take,         Reduce::mean,         Reduce::sum,
                                     Reduce::max,          Reduce::harmonic,     Reduce::take_and_mean,
                                     Reduce::take_and_sum, Reduce::take_and_max, Reduce::take_and_harmonic};

TEST(DirectNetwork, GivesWhatLibTorchGives) {
    for (const PoolKind kind : {PoolKind::none, PoolKind::precomputed}) {
        for (const Reduce reduce : all_reductions) {
            for (const bool bias : {false, true}) {
                for (const Readout readout : {Readout::mean, Readout::sum, Readout::max}) {
                    SCOPED_TRACE(std::string(name_of(kind)) + " " + std::to_string(static_cast<int>(reduce)));
                    NetworkOptions options{.channels = {8, 19, 5}};
                    options.pool.kind = kind;
                    options.pool.reduce = reduce;
                    options.layer.bias = bias;
                    options.readout = readout;
                    expect_as_libtorch(options, 11);
                }
            }
        }
    }
}

TEST(DirectNetwork, GivesWhatLibTorchGivesWithAllThatIsAroundLayers) {
    for (const Reduce reduce : all_reductions) {
        for (const Readout readout : {Readout::mean, Readout::sum, Readout::max}) {
            for (const bool jump : {false, true}) {
                for (const std::vector<std::int64_t>& head : {std::vector<std::int64_t>{}, {9, 4}}) {
                    SCOPED_TRACE(
                        fmt::format("{} {} {} {}", static_cast<int>(reduce), static_cast<int>(readout), jump, head.size()));
                    NetworkOptions options{.channels = {8, 19, 5}};
                    options.pool.reduce = reduce;
                    options.readout = readout;
                    options.normalise = Normalisation::batch;
                    options.jump = jump;
                    options.head = head;
                    options.dropout = 0.3;
                    expect_as_libtorch(options, 12);
                }
            }
        }
    }
}

/// The batch with one of `labels` labels for each node instead of its features.
Batch with_labels(Batch batch, std::int32_t labels, std::uint64_t seed) {
    Random random(Seed(seed).child("labels"));
    std::vector<float> numbers(static_cast<std::size_t>(batch.features.rows * labels), 0);
    for (std::int32_t node = 0; node < batch.features.rows; ++node) {
        numbers[node * labels + random.below(labels)] = 1;
    }
    batch.features = without_zeros(labels, numbers);
    return batch;
}

TEST(DirectNetwork, GivesWhatLibTorchGivesWhereManyRowsAreEqual) {
    for (const std::int32_t labels : {1, 2, 20}) {
        for (const PoolKind kind : {PoolKind::none, PoolKind::precomputed}) {
            for (const Reduce reduce : all_reductions) {
                for (const bool jump : {false, true}) {
                    for (const Normalisation normalise : {Normalisation::none, Normalisation::batch}) {
                        SCOPED_TRACE(fmt::format("{} labels, {}, reduction {}, jump {}, normalise {}", labels, name_of(kind),
                                                 static_cast<int>(reduce), jump, static_cast<int>(normalise)));
                        NetworkOptions options{.channels = {32, 11, 5}};
                        options.pool.kind = kind;
                        options.pool.reduce = reduce;
                        options.layer.bias = jump;
                        options.jump = jump;
                        options.normalise = normalise;
                        expect_as_libtorch(options, with_labels(random_batch(7, 40, 1, sample_options(options), 5), labels, 5),
                                           5);
                    }
                }
            }
        }
    }
}

TEST(DirectNetwork, ComputesEqualRowsOfItsFirstLayerOnce) {
    NetworkOptions options;
    const auto rows_of_first = [&](const NetworkOptions& wanted) {
        const Batch batch = with_labels(random_batch(7, 40, 1, sample_options(wanted), 5), 1, 5);
        const Network network(wanted, batch.features.columns, 3);
        const DirectBatch input = DirectNetwork(wanted, network.plan()).prepare(batch);
        EXPECT_EQ(input.layers[0].rows, input.inputs.rows);
        return std::pair(input.inputs.rows, static_cast<std::int64_t>(batch.levels[0].last.matrix.rows));
    };
    for (const Reduce reduce : all_reductions) {
        options.pool.reduce = reduce;
        const auto [merged, all] = rows_of_first(options);
        EXPECT_LT(merged, all);
    }
    // A readout or a normalisation counts every row.
    for (const bool jump : {false, true}) {
        NetworkOptions counting;
        counting.jump = jump;
        counting.normalise = jump ? Normalisation::none : Normalisation::batch;
        const auto [kept, all] = rows_of_first(counting);
        EXPECT_EQ(kept, all);
    }
}

TEST(MergeColumns, AddsEntriesThatMeetWhereTheFirstWas) {
    const SparseRows matrix{2, 4, {0, 3, 5}, {0, 1, 3, 2, 3}, {1, 2, 4, 8, 16}};
    const std::vector<std::int32_t> places = {2, 0, 1, 2};

    EXPECT_EQ(merge_columns(matrix, places, 3), (SparseRows{2, 3, {0, 2, 4}, {2, 0, 1, 2}, {5, 2, 8, 16}}));
}

TEST(DirectNetwork, PoolsEqualRowsOnceAndMultipliesThemFirst) {
    for (const Reduce reduce : all_reductions) {
        NetworkOptions options;
        options.pool.reduce = reduce;
        const Batch batch = with_labels(random_batch(7, 40, 1, sample_options(options), 5), 1, 5);
        const Network network(options, batch.features.columns, 3);
        const DirectBatch input = DirectNetwork(options, network.plan()).prepare(batch);
        const DirectOperators& second = input.layers[1];
        EXPECT_EQ(second.multiplies_first, reduce != Reduce::take);
        EXPECT_FALSE(input.layers[2].multiplies_first) << "a readout counts every row";
        if (second.multiplies_first) {
            EXPECT_EQ(second.sources, input.layers[0].pool.rows);
            EXPECT_LT(second.sources, batch.levels[0].pool.rows);
            EXPECT_EQ(second.rows, second.sources + std::ssize(second.own_of_rest));
            EXPECT_LE(second.rows, batch.levels[1].last.matrix.rows);
        }
    }
}

TEST(SetProducts, PutsARowOfEachSourceFirst) {
    // Nodes 0, 1 and 3 have the features of source 1, node 2 those of source 0; 1 and 3 have equal messages.
    const SparseRows messages{4, 4, {0, 1, 2, 3, 4}, {2, 0, 0, 1}, {5, 7, 9, 7}};
    const std::vector<std::int32_t> places = {1, 1, 0, 1};
    DirectOperators operators;

    EXPECT_EQ(set_products(operators, hop_of(messages, {0, 1, 2, 3}), places, 2), (std::vector<std::int32_t>{1, 2, 0, 2}));
    EXPECT_EQ(operators.rows, 3);
    EXPECT_EQ(operators.own_of_rest, (std::vector<std::int32_t>{1}));
    EXPECT_EQ(operators.messages.order, (std::vector<std::int32_t>{0, 1, 2}));
    EXPECT_EQ(operators.messages.indices, (std::vector<std::int32_t>{1, 0, 1}));
    EXPECT_EQ(operators.messages.values, (std::vector<float>{9, 5, 7}));
}

TEST(EqualRows, AreTheSameEntriesInTheSameOrder) {
    const SparseRows matrix{5, 3, {0, 2, 4, 4, 6, 8}, {0, 2, 0, 2, 0, 2, 2, 0}, {1, 2, 1, 3, 1, 2, 2, 1}};
    const EqualRows equal = equal_rows(matrix);
    EXPECT_EQ(equal.kept, (std::vector<std::int32_t>{0, 1, 2, 4}));
    EXPECT_EQ(equal.places, (std::vector<std::int32_t>{0, 1, 2, 0, 3}));
}

TEST(DirectNetwork, TakesOnlyNetworksOfItsKind) {
    NetworkOptions options;
    EXPECT_TRUE(DirectNetwork::can_do(options));
    options.layer.kind = LayerKind::gcn;
    EXPECT_FALSE(DirectNetwork::can_do(options));
    options = {};
    options.pool.kind = PoolKind::topk;
    EXPECT_FALSE(DirectNetwork::can_do(options));
}

TEST(DirectNetwork, TakesNoMemoryOnceItHasSeenItsLargestBatch) {
    NetworkOptions options;
    options.pool.reduce = Reduce::max;
    const Network network(options, 5, 3);
    const Parameters parameters = make_parameters(network.plan(), Seed(1));
    const Batch large = random_batch(9, 60, 5, sample_options(options), 1);
    const Batch small = random_batch(4, 30, 5, sample_options(options), 2);
    DirectNetwork direct(options, network.plan());
    const DirectBatch first = direct.prepare(large);
    const DirectBatch second = direct.prepare(small);
    auto* values = parameters.values.data_ptr<float>();
    auto* gradients = parameters.gradients.data_ptr<float>();
    const auto pass = [&](const DirectBatch& input) {
        direct.forward(values, input);
        direct.backward(values, input, gradients);
    };
    pass(first);
    const long before = allocations;
    pass(second);
    pass(first);
    EXPECT_EQ(allocations, before);
}

/// Random graphs whose nodes have one of `labels` labels and a number as features.
Batch labelled_batch(std::int32_t labels, std::uint64_t seed) {
    Batch batch = random_batch(6, 40, 1, sample_options({}), seed);
    Random random(Seed(seed).child("labels"));
    std::vector<float> numbers;
    for (std::int32_t node = 0; node < batch.features.rows; ++node) {
        const std::size_t row = numbers.size();
        numbers.resize(row + labels + 1, 0);
        numbers[row + random.below(labels)] = 1;
        numbers.back() = static_cast<float>(random.uniform(-1, 1));
    }
    batch.features = without_zeros(labels + 1, numbers);
    return batch;
}

TEST(FirstInputs, AreKeptWithoutZerosWhereThatPays) {
    const Batch few = labelled_batch(2, 1);
    EXPECT_FALSE(first_inputs(few.levels[0].last, few.features, false).full.empty());
    const Batch many = labelled_batch(40, 1);
    EXPECT_TRUE(first_inputs(many.levels[0].last, many.features, false).full.empty());
}

TEST(FirstInputs, GiveTheSameBitsWithAndWithoutZeros) {
    for (const bool bias : {false, true}) {
        const Batch batch = labelled_batch(40, 2);
        const PropagationStep& hop = batch.levels[0].last;
        const FirstInputs sparse = first_inputs(hop, batch.features, bias);
        const std::int64_t width = batch.features.columns;
        FirstInputs full{sparse.rows, sparse.columns, {}, {}, {}};
        full.full.resize(full.rows * full.columns);
        fill_inputs(hop, with_zeros(batch.features).data(), width, bias, full.full.data());
        ASSERT_EQ(sparse.columns, input_columns(width, bias));
        EXPECT_EQ(with_zeros(sparse.sparse), full.full);

        Random random(Seed(3));
        const auto numbers = [&](std::int64_t count) {
            std::vector<float> list(count);
            std::generate(list.begin(), list.end(), [&] { return static_cast<float>(random.uniform(-1, 1)); });
            return list;
        };
        const std::int64_t channels = 37;
        const std::vector<float> weights = numbers(sparse.columns * channels);
        const std::vector<float> gradient = numbers(sparse.rows * channels);
        const std::vector<float> begun = numbers(sparse.columns * channels);
        const auto results = [&](const FirstInputs& inputs, Activation activation) {
            std::vector<float> outputs(inputs.rows * channels);
            std::vector<float> weights_gradient = begun;
            multiply_inputs(inputs, weights.data(), channels, activation, outputs.data());
            add_weights_gradient(inputs, gradient.data(), channels, weights_gradient.data());
            return std::pair(outputs, weights_gradient);
        };
        EXPECT_EQ(results(sparse, Activation::none), results(full, Activation::none));
        const auto [outputs, ignored] = results(sparse, Activation::none);
        auto rectified = results(sparse, Activation::relu);
        EXPECT_EQ(rectified, results(full, Activation::relu));
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            ASSERT_EQ(rectified.first[i], std::max(outputs[i], 0.0F));
        }
    }
}

TEST(FirstInputs, KeepOneOfEqualRows) {
    for (const std::int32_t labels : {2, 40}) {  // stored with zeros and without
        Batch batch = with_labels(random_batch(6, 40, 1, sample_options({}), 4), labels, 4);
        SparseRows& matrix = batch.levels[0].last.matrix;
        if (labels == 40) {  // without edges, for nodes with the same neighbours are rare
            matrix = {
                matrix.rows, matrix.columns, std::vector<std::int32_t>(static_cast<std::size_t>(matrix.rows) + 1, 0), {}, {}};
        }
        const FirstInputs before = first_inputs(batch.levels[0].last, batch.features, true);
        FirstInputs merged = before;
        const std::vector<std::int32_t> places = merge_equal_rows(merged);
        const auto rows_of = [](const FirstInputs& inputs) {
            const std::vector<float> all = inputs.full.empty() ? with_zeros(inputs.sparse) : inputs.full;
            std::vector<std::vector<float>> rows;
            for (std::int64_t row = 0; row < inputs.rows; ++row) {
                rows.emplace_back(all.begin() + row * inputs.columns, all.begin() + (row + 1) * inputs.columns);
            }
            return rows;
        };
        const std::vector<std::vector<float>> all = rows_of(before);
        std::vector<std::vector<float>> kept;
        for (std::size_t row = 0; row < all.size(); ++row) {
            if (std::find(kept.begin(), kept.end(), all[row]) == kept.end()) {
                kept.push_back(all[row]);
            }
            EXPECT_EQ(all[row], kept[static_cast<std::size_t>(places[row])]);
        }
        EXPECT_LT(kept.size(), all.size());
        EXPECT_EQ(rows_of(merged), kept);
        EXPECT_EQ(merged.full.empty(), before.full.empty());
        EXPECT_EQ(merged.transposed, merged.full.empty() ? transposed(merged.sparse) : SparseRows{});
    }
}

/// Sums in double precision, one number at a time.
TEST(MultiplyMatrices, GivesTheSumsOfProducts) {
    Random random(Seed(3));
    for (const auto& [rows, inner, columns] :
         {std::array{1, 1, 1}, {7, 0, 5}, {13, 10, 32}, {6, 300, 48}, {20, 65, 19}, {5, 9, 70}}) {
        for (const bool transposed : {false, true}) {
            for (const bool add : {false, true}) {
                std::vector<float> left(static_cast<std::size_t>(rows * inner));
                std::vector<float> right(static_cast<std::size_t>(inner * columns));
                std::vector<float> target(static_cast<std::size_t>(rows * columns));
                for (std::vector<float>* numbers : {&left, &right, &target}) {
                    for (float& number : *numbers) {
                        number = static_cast<float>(random.uniform(-1, 1));
                    }
                }
                const MatrixView view = transposed ? MatrixView{left.data(), 1, rows} : MatrixView{left.data(), inner, 1};
                const std::vector<float> start = target;
                std::vector<float> rectified = target;
                multiply_matrices(view, right.data(), target.data(), rows, inner, columns, add);
                multiply_matrices(view, right.data(), rectified.data(), rows, inner, columns, add, Activation::relu);
                for (int i = 0; i < rows; ++i) {
                    for (int j = 0; j < columns; ++j) {
                        double sum = add ? start[i * columns + j] : 0;
                        for (int k = 0; k < inner; ++k) {
                            sum += static_cast<double>(left[i * view.row_step + k * view.column_step]) * right[k * columns + j];
                        }
                        ASSERT_NEAR(target[i * columns + j], sum, 2e-5);
                        ASSERT_EQ(rectified[i * columns + j], std::max(target[i * columns + j], 0.0F));
                    }
                }
            }
        }
    }
}

}  // namespace

}  // namespace ndpool

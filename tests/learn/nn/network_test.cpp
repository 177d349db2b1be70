#include "ndpool/learn/nn/network/network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "learn/nn/gradient_check.hpp"
#include "ndpool/learn/nn/network/adam.hpp"

namespace ndpool {

namespace {

using namespace testing;

TEST(Network, GivesTheSameOutputWhetherRowsArePrunedOrNot) {
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        const Network network({}, 5, 3);
        const Parameters parameters = make_parameters(network.plan(), Seed(seed));
        const Batch pruned = random_batch(8, 60, 5, {.prune = true}, seed);
        const Batch whole = random_batch(8, 60, 5, {.prune = false}, seed);
        const torch::Tensor first = network.forward(parameters, network.prepare(pruned)).logits;
        const torch::Tensor second = network.forward(parameters, network.prepare(whole)).logits;
        EXPECT_LT(pruned.levels[0].last.matrix.rows, whole.levels[0].last.matrix.rows);
        EXPECT_LT((first - second).abs().max().item<double>(), 1e-5);
    }
}

TEST(Network, GivesAGraphTheSameOutputAloneAndInABatch) {
    const std::vector<Sample> samples = random_samples(6, 40, 4, {}, 9);
    const Network network({}, 4, 2);
    const Parameters parameters = make_parameters(network.plan(), Seed(1));
    const Batch all = make_batch(samples, std::vector<std::int32_t>{5, 0, 3});
    const Batch alone = make_batch(samples, std::vector<std::int32_t>{3});
    const torch::Tensor together = network.forward(parameters, network.prepare(all)).logits[2];
    EXPECT_LT((together - network.forward(parameters, network.prepare(alone)).logits[0]).abs().max().item<double>(), 1e-5);
}

TEST(Network, HasRightGradients) {
    const NetworkOptions options{.channels = {4, 3, 4}};
    const Network network(options, 3, 2);
    const Parameters parameters = make_parameters(network.plan(), Seed(4), torch::kFloat64);
    const Batch batch = random_batch(4, 14, 3, {}, 15);
    const PreparedBatch input = network.prepare(batch, torch::kFloat64);
    expect_right_gradients(leaves_of(parameters), [&] { return network.forward(parameters, input).logits; });
}

TEST(Network, HasRightGradientsWithEveryReduction) {
    for (const Reduce reduce : {Reduce::mean, Reduce::sum, Reduce::max, Reduce::harmonic, Reduce::take_and_mean,
                                Reduce::take_and_sum, Reduce::take_and_max, Reduce::take_and_harmonic}) {
        NetworkOptions options{.channels = {4, 3, 4}};
        options.pool.reduce = reduce;
        options.jump = true;
        options.head = {5};
        const Network network(options, 3, 2);
        const Parameters parameters = make_parameters(network.plan(), Seed(4), torch::kFloat64);
        const Batch batch = random_batch(4, 14, 3, sample_options(options), 15);
        const PreparedBatch input = network.prepare(batch, torch::kFloat64);
        expect_right_gradients(leaves_of(parameters), [&] { return network.forward(parameters, input).logits; });
    }
}

TEST(Network, HasRightGradientsThroughBatchNormalisationAndDropout) {
    NetworkOptions options{.channels = {4, 3}};
    options.pool.reduce = Reduce::sum;
    options.normalise = Normalisation::batch;
    options.head = {5};
    options.dropout = 0.4;
    const Network network(options, 3, 2);
    const Parameters parameters = make_parameters(network.plan(), Seed(4), torch::kFloat64);
    const Batch batch = random_batch(4, 14, 3, sample_options(options), 15);
    const PreparedBatch input = network.prepare(batch, torch::kFloat64);
    std::vector<torch::Tensor> trained;  // running numbers have no gradient
    for (std::size_t i = 0; i < network.plan().slots().size(); ++i) {
        const std::string& name = network.plan().slots()[i].name;
        if (!name.ends_with("_mean") && !name.ends_with("_variance")) {
            trained.push_back(parameters[i]);
        }
    }
    expect_right_gradients(trained, [&] { return network.forward(parameters, input, Seed(2)).logits; });
}

TEST(Network, ReadsOutEveryLayerWithJumps) {
    NetworkOptions options{.channels = {4, 3, 4}};
    options.pool.reduce = Reduce::take_and_sum;
    options.jump = true;
    EXPECT_EQ(Network(options, 3, 2).plan()["head"].rows, 2 * 4 + 2 * 3 + 4 + 1);
    options.jump = false;
    EXPECT_EQ(Network(options, 3, 2).plan()["head"].rows, 4 + 1);
    EXPECT_EQ(Network(options, 3, 2).plan()["layer_1"].rows, 2 * 2 * 4);
}

TEST(Dropout, LeavesTheMeanAndIsTheSameForTheSameSeed) {
    std::vector<float> factors(20000);
    Random random(Seed(5));
    draw_dropout(random, 0.25, factors);
    EXPECT_NEAR(std::accumulate(factors.begin(), factors.end(), 0.0) / 20000, 1, 0.02);
    EXPECT_NEAR(static_cast<double>(std::count(factors.begin(), factors.end(), 0.0F)) / 20000, 0.25, 0.02);
    std::vector<float> again(20000);
    Random same(Seed(5));
    draw_dropout(same, 0.25, again);
    EXPECT_EQ(factors, again);
}

TEST(Parameters, AreOneVectorWhosePartsAreTheMatrices) {
    const Network network({}, 5, 3);
    const Parameters parameters = make_parameters(network.plan(), Seed(4));
    EXPECT_EQ(network.plan().size(), 2 * 5 * 32 + 2 * (2 * 32 * 32) + 33 * 3);
    parameters.values.fill_(2);
    EXPECT_EQ(parameters[1][3][4].item<float>(), 2);
    parameters[2].sum().backward();
    EXPECT_EQ(parameters.gradients.sum().item<float>(), 2 * 32 * 32);
}

/// Adam as its paper states it, one number at a time in double precision.
TEST(Adam, StepsAsItsPaperStatesWithTheSquaresOfWeightsInTheLossAndDecoupledDecay) {
    ParameterPlan plan;
    plan.add_matrix("weights", 3, 2, 3, 2, 1);
    Parameters parameters = make_parameters(plan, Seed(2));
    const AdamOptions options{.learning_rate = 0.01, .l2 = 0.1, .decay = 0.5};
    AdamState state;
    std::vector<double> value(8);
    std::vector<double> first(8, 0);
    std::vector<double> second(8, 0);
    for (int i = 0; i < 8; ++i) {
        value[i] = parameters.values[i].item<float>();
    }
    for (int step = 1; step <= 5; ++step) {
        for (int i = 0; i < 8; ++i) {
            const double given = 0.3 * i - step;
            parameters.gradients[i] = given;
            const double gradient = given + (i < 6 ? 2 * 0.1 * value[i] : 0);
            value[i] *= i < 6 ? 1 - 0.01 * 0.5 : 1;
            first[i] = 0.9 * first[i] + 0.1 * gradient;
            second[i] = 0.999 * second[i] + 0.001 * gradient * gradient;
            value[i] -=
                0.01 * (first[i] / (1 - std::pow(0.9, step))) / (std::sqrt(second[i] / (1 - std::pow(0.999, step))) + 1e-8);
        }
        adam_step(plan, parameters, state, options);
        EXPECT_EQ(parameters.gradients.abs().sum().item<float>(), 0);
    }
    for (int i = 0; i < 8; ++i) {
        EXPECT_NEAR(parameters.values[i].item<float>(), value[i], 1e-5);
    }
}

}  // namespace

}  // namespace ndpool

#include "ndpool/learn/nn/network/network.hpp"

#include <gtest/gtest.h>

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
TEST(Adam, StepsAsItsPaperStatesWithTheSquaresOfWeightsInTheLoss) {
    ParameterPlan plan;
    plan.add_matrix("weights", 3, 2, 3, 2, 1);
    Parameters parameters = make_parameters(plan, Seed(2));
    const AdamOptions options{.learning_rate = 0.01, .l2 = 0.1};
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

#include "ndpool/learn/nn/layers/message_passing.hpp"

#include <gtest/gtest.h>

#include "learn/nn/gradient_check.hpp"
#include "ndpool/learn/nn/layers/sparse_functions.hpp"

namespace ndpool {

namespace {

using namespace testing;

const SampleOptions whole{.prune = false};

/// Eq. 1 written down with dense matrices, for the computed rows.
torch::Tensor dense_message_passing(const PropagationStep& hop, const torch::Tensor& x, const torch::Tensor& weights, bool bias) {
    const std::int64_t width = x.size(1);
    torch::Tensor own = torch::zeros({hop.matrix.rows, hop.matrix.columns}, torch::kFloat64);
    for (std::int32_t i = 0; i < hop.matrix.rows; ++i) {
        own[i][hop.rows[i]] = 1;
    }
    torch::Tensor sum = torch::mm(torch::mm(written_out(hop.matrix), x), weights.narrow(0, 0, width)) +
                        torch::mm(torch::mm(own, x), weights.narrow(0, width, width));
    return torch::relu(bias ? sum + weights[2 * width] : sum);
}

TEST(MessagePassing, OfTwoJoinedNodesAddsTheNeighbourAndItself) {
    const Graph edge = Graph::from_edges(2, std::vector<Edge>{{0, 1, 5.0}});
    const Sample sample = make_sample({edge, {}}, without_zeros(1, std::vector<float>{1, 2}), 0, {});
    const torch::Tensor weights = torch::tensor({10.0, 1.0}, torch::kFloat64).view({2, 1});

    const torch::Tensor output =
        message_passing(sample.levels[0].last, torch::tensor({1.0, 2.0}, torch::kFloat64).view({2, 1}), weights, false);

    EXPECT_DOUBLE_EQ(output[0][0].item<double>(), 21);  // 10 * 2 + 1: one edge normalises to 1 whatever its weight
    EXPECT_DOUBLE_EQ(output[1][0].item<double>(), 12);
}

TEST(MessagePassing, IsTheDenseFormulaForAllRowsAndForKeptRows) {
    for (const bool prune : {false, true}) {
        for (const bool bias : {false, true}) {
            for (const std::int64_t width : {1, 7, 16, 37, 64}) {
                const Batch batch = random_batch(5, 30, width, {.prune = prune}, 11 + width);
                const torch::Tensor x = random_leaf(batch.node_count(), width, 5);
                const torch::Tensor weights = random_leaf(2 * width + (bias ? 1 : 0), 9, 6);
                const PropagationStep& hop = batch.levels[0].last;
                const torch::Tensor expected = dense_message_passing(hop, x, weights, bias);
                EXPECT_LT((message_passing(hop, x, weights, bias) - expected).abs().max().item<double>(), 1e-12);
                EXPECT_LT((rectified_product(message_inputs(hop, x, bias), weights) - expected).abs().max().item<double>(),
                          1e-12);
                const torch::Tensor single = message_passing(hop, x.to(torch::kFloat32), weights.to(torch::kFloat32), bias);
                EXPECT_LT((single - expected).abs().max().item<double>(), 1e-4);
            }
        }
    }
}

TEST(MessagePassing, HasRightGradients) {
    for (const bool prune : {false, true}) {
        const Batch batch = random_batch(3, 10, 3, {.prune = prune}, 21);
        const torch::Tensor x = random_leaf(batch.node_count(), 3, 7);
        const torch::Tensor weights = random_leaf(7, 4, 8);
        expect_right_gradients({x, weights}, [&] { return message_passing(batch.levels[0].last, x, weights, true); });
    }
}

TEST(MessagePassing, OfPreparedInputsHasTheSameGradientOfItsWeights) {
    const Batch batch = random_batch(3, 10, 3, {}, 22);
    const torch::Tensor x = random_leaf(batch.node_count(), 3, 7).detach();
    const torch::Tensor weights = random_leaf(6, 4, 8);
    const torch::Tensor inputs = message_inputs(batch.levels[0].last, x, false);
    expect_right_gradients({weights}, [&] { return rectified_product(inputs, weights); });
}

TEST(SparseFunctions, AreTheDenseProductsAndHaveRightGradients) {
    const Batch batch = random_batch(4, 12, 2, {}, 31);
    const PropagationStep& hop = batch.levels[0].last;
    const torch::Tensor x = random_leaf(batch.node_count(), 5, 9);
    EXPECT_LT((propagate(hop, x) - torch::mm(written_out(hop.matrix), x)).abs().max().item<double>(), 1e-12);
    expect_right_gradients({x}, [&] { return propagate(hop, x); });
    expect_right_gradients({x}, [&] { return own_rows(hop, x); });
}

TEST(SparseFunctions, TakeTheLargestOfWhatARowNames) {
    const SparseRows map{3, 4, {0, 2, 2, 4}, {0, 2, 1, 3}, {}};
    const torch::Tensor x =
        torch::tensor({1.0, -1.0, 5.0, 6.0, 0.5, -3.0, 4.0, 7.0}, torch::kFloat64).view({4, 2}).requires_grad_();
    const torch::Tensor expected = torch::tensor({1.0, -1.0, 0.0, 0.0, 5.0, 7.0}, torch::kFloat64).view({3, 2});
    EXPECT_TRUE(torch::equal(sparse_max(map, x), expected));
    expect_right_gradients({x}, [&] { return sparse_max(map, x); });
}

TEST(ReadOut, IsTheMeanSumOrMaximumOfAGraphsRowsAndZeroWithoutRows) {
    const std::vector<std::int32_t> offsets{0, 2, 2, 3};
    const torch::Tensor x = torch::tensor({1.0, 3.0, -4.0}, torch::kFloat64).view({3, 1}).requires_grad_();
    const auto numbers = [&](Readout how) {
        const torch::Tensor result = read_out(x, offsets, how);
        return std::vector<double>{result[0][0].item<double>(), result[1][0].item<double>(), result[2][0].item<double>()};
    };
    EXPECT_EQ(numbers(Readout::mean), (std::vector<double>{2, 0, -4}));
    EXPECT_EQ(numbers(Readout::sum), (std::vector<double>{4, 0, -4}));
    EXPECT_EQ(numbers(Readout::max), (std::vector<double>{3, 0, -4}));
    for (const Readout how : {Readout::mean, Readout::sum, Readout::max}) {
        expect_right_gradients({x}, [&] { return read_out(x, offsets, how); });
    }
}

}  // namespace

}  // namespace ndpool

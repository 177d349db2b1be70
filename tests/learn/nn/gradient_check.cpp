#include "learn/nn/gradient_check.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "ndpool/pyramid/ndp/ndp.hpp"
#include "support/random_graphs.hpp"

namespace ndpool::testing {

namespace {

torch::Tensor random_matrix(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
    Random random{Seed(seed)};
    torch::Tensor result = torch::empty({rows, columns}, torch::kFloat64);
    for (std::int64_t i = 0; i < result.numel(); ++i) {
        result.data_ptr<double>()[i] = random.uniform(-1, 1);
    }
    return result;
}

}  // namespace

void expect_right_gradients(const std::vector<torch::Tensor>& leaves, const std::function<torch::Tensor()>& output,
                            double tolerance) {
    for (const torch::Tensor& leaf : leaves) {
        leaf.mutable_grad() = torch::Tensor();
    }
    const torch::Tensor first = output();
    const torch::Tensor weights = random_matrix(1, first.numel(), 77).view(first.sizes());
    (first * weights).sum().backward();
    const auto value = [&] {
        torch::NoGradGuard no_gradients;
        return (output() * weights).sum().item<double>();
    };
    for (std::size_t l = 0; l < leaves.size(); ++l) {
        ASSERT_TRUE(leaves[l].grad().defined()) << "leaf " << l << " has no gradient";
        const torch::Tensor gradient = leaves[l].grad().contiguous();
        auto* numbers = leaves[l].data_ptr<double>();
        for (std::int64_t i = 0; i < leaves[l].numel(); ++i) {
            const double before = numbers[i];
            const double step = 1e-6;
            numbers[i] = before + step;
            const double above = value();
            numbers[i] = before - step;
            const double below = value();
            numbers[i] = before;
            const double expected = (above - below) / (2 * step);
            EXPECT_NEAR(gradient.data_ptr<double>()[i], expected, tolerance * std::max(1.0, std::abs(expected)))
                << "leaf " << l << ", number " << i;
        }
    }
}

std::vector<torch::Tensor> leaves_of(const Parameters& parameters, const std::vector<torch::Tensor>& more) {
    std::vector<torch::Tensor> leaves = parameters.matrices;
    leaves.insert(leaves.end(), more.begin(), more.end());
    return leaves;
}

torch::Tensor written_out(const SparseRows& matrix) {
    torch::Tensor result = torch::zeros({matrix.rows, matrix.columns}, torch::kFloat64);
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            result[row][matrix.indices[k]] += static_cast<double>(matrix.values[k]);
        }
    }
    return result;
}

torch::Tensor random_leaf(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
    return random_matrix(rows, columns, seed).requires_grad_();
}

std::vector<Sample> random_samples(std::size_t count, NodeId most_nodes, std::size_t features, const SampleOptions& options,
                                   std::uint64_t seed) {
    NdpOptions ndp;
    ndp.levels = {1, 2};
    std::vector<Sample> samples;
    Random random{Seed(seed).child("features")};
    for (std::size_t g = 0; g < count; ++g) {
        const Graph graph = random_graph(Seed(seed).child("graph", g), {.most_nodes = most_nodes});
        std::vector<float> numbers(graph.node_count() * features);
        for (float& number : numbers) {
            number = static_cast<float>(random.uniform(-1, 1));
        }
        samples.push_back(make_sample(ndp_pyramid(graph, ndp, Seed(seed)),
                                      without_zeros(static_cast<std::int32_t>(features), numbers),
                                      static_cast<std::int32_t>(g % 3), options));
    }
    return samples;
}

Batch random_batch(std::size_t graphs, NodeId most_nodes, std::size_t features, const SampleOptions& options,
                   std::uint64_t seed) {
    const std::vector<Sample> samples = random_samples(graphs, most_nodes, features, options, seed);
    std::vector<std::int32_t> numbers(graphs);
    std::iota(numbers.begin(), numbers.end(), 0);
    return make_batch(samples, numbers);
}

}  // namespace ndpool::testing

#pragma once

#include <torch/utils.h>

#include <functional>

#include "ndpool/learn/data/batch.hpp"
#include "ndpool/learn/nn/network/parameters.hpp"

namespace ndpool::testing {

/// Compares the gradients of sum(weights * output) for fixed random weights with central differences, in double precision, for
/// every tensor in `leaves`. The function must read the leaves anew at every call.
void expect_right_gradients(const std::vector<torch::Tensor>& leaves, const std::function<torch::Tensor()>& output,
                            double tolerance = 1e-6);

/// The parameters' matrices and `more`, as leaves.
[[nodiscard]] std::vector<torch::Tensor> leaves_of(const Parameters& parameters, const std::vector<torch::Tensor>& more = {});

/// A sparse matrix written out.
[[nodiscard]] torch::Tensor written_out(const SparseRows& matrix);

/// A leaf of random numbers, the same for the same seed.
[[nodiscard]] torch::Tensor random_leaf(std::int64_t rows, std::int64_t columns, std::uint64_t seed);

/// NDP pyramids with levels 1 and 2 of some random graphs of up to `most_nodes` nodes, with random features and classes.
[[nodiscard]] std::vector<Sample> random_samples(std::size_t count, NodeId most_nodes, std::size_t features,
                                                 const SampleOptions& options, std::uint64_t seed);

/// All of random_samples in one batch.
[[nodiscard]] Batch random_batch(std::size_t graphs, NodeId most_nodes, std::size_t features, const SampleOptions& options,
                                 std::uint64_t seed);

}  // namespace ndpool::testing

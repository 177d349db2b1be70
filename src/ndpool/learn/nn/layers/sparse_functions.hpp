#pragma once

#include <torch/types.h>

#include "ndpool/learn/data/sample.hpp"
#include "ndpool/learn/nn/network/network_options.hpp"

// Differentiable operations on rows of features. The maps are constant, are not copied, and must outlive the backward pass.
namespace ndpool {

/// matrix * x. `transposed` is the transposed matrix.
[[nodiscard]] torch::Tensor sparse_product(const SparseRows& matrix, const SparseRows& transposed, const torch::Tensor& x);

/// The messages that arrive at the computed rows of a propagation step.
[[nodiscard]] torch::Tensor propagate(const PropagationStep& hop, const torch::Tensor& x);

/// The rows of x that a propagation step computes: x itself if it computes all.
[[nodiscard]] torch::Tensor own_rows(const PropagationStep& hop, const torch::Tensor& x);

/// Brings features of the nodes of the next level back to all nodes of the level that `maps` belongs to. This is the transposed
/// pool, so nodes that the pool dropped have zeros.
[[nodiscard]] torch::Tensor unpool_rows(const LevelOperators& maps, const torch::Tensor& x);

/// For each row of the map, the largest of the features of its columns; a row without entries is zero.
[[nodiscard]] torch::Tensor sparse_max(const SparseRows& map, const torch::Tensor& x);

/// One row per graph from the rows offsets[g] .. offsets[g + 1] - 1; a graph without rows has zeros.
[[nodiscard]] torch::Tensor read_out(const torch::Tensor& x, const std::vector<std::int32_t>& offsets, Readout how);

}  // namespace ndpool

#pragma once

#include <torch/types.h>

#include "ndpool/learn/data/sample.hpp"
#include "ndpool/learn/nn/network/network_options.hpp"

// Differentiable steps on rows of features. The maps are constant, are not copied, and must outlive the backward pass.
namespace ndpool {

/// matrix * x. `transposed` is the transposed matrix.
[[nodiscard]] torch::Tensor sparse_product(const SparseRows& matrix, const SparseRows& transposed, const torch::Tensor& x);

/// The messages that come to the computed rows of a hop.
[[nodiscard]] torch::Tensor propagate(const PropagationStep& hop, const torch::Tensor& x);

/// The rows of x that a hop computes: x itself if it computes all.
[[nodiscard]] torch::Tensor own_rows(const PropagationStep& hop, const torch::Tensor& x);

/// Features of the nodes of the next level brought back to all nodes of the level with these maps: the transposed of its pool,
/// so nodes that the pool dropped have zeros.
[[nodiscard]] torch::Tensor unpool_rows(const LevelOperators& maps, const torch::Tensor& x);

/// For each row of the map the largest of the features that its entries name; a row without entries is zero.
[[nodiscard]] torch::Tensor sparse_max(const SparseRows& map, const torch::Tensor& x);

/// One row a graph from the rows offsets[g] .. offsets[g + 1] - 1; a graph without rows has zeros.
[[nodiscard]] torch::Tensor read_out(const torch::Tensor& x, const std::vector<std::int32_t>& offsets, Readout how);

}  // namespace ndpool

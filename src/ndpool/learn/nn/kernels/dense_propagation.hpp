#pragma once

#include <torch/types.h>

#include "ndpool/learn/data/propagation.hpp"

// Normalised adjacency matrices of graphs of clusters, graphs x clusters x clusters. Gradients go through the degrees too.
namespace ndpool {

/// What propagation_matrix is for sparse graphs.
[[nodiscard]] torch::Tensor dense_propagation(const torch::Tensor& adjacency, Propagation how);

/// The symmetric one of the edges between clusters: those inside, which are the diagonal, do not count.
[[nodiscard]] torch::Tensor propagation_between_clusters(const torch::Tensor& adjacency);

}  // namespace ndpool

#pragma once

#include <torch/types.h>

#include "ndpool/learn/data/propagation.hpp"

// Normalised adjacency matrices of graphs of clusters, graphs x clusters x clusters. Gradients go through the degrees too.
namespace ndpool {

/// The dense counterpart of propagation_matrix.
[[nodiscard]] torch::Tensor dense_propagation(const torch::Tensor& adjacency, Propagation how);

/// The symmetric propagation matrix of the edges between clusters; edges inside clusters, which are the diagonal, do not count.
[[nodiscard]] torch::Tensor propagation_between_clusters(const torch::Tensor& adjacency);

}  // namespace ndpool

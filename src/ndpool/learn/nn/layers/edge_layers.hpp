#pragma once

#include "ndpool/learn/nn/layers/layer.hpp"

// Layers that read the annotations of edges. They throw InvalidInput on dense stages, and for samples that were made without
// SampleOptions::annotate_edges.
namespace ndpool {

/// ReLU(mean over neighbours j of x_j F(e_ij) + x_i R + b), where a network with one hidden layer turns the annotations e_ij of
/// an edge into the matrix F: Simonovsky and Komodakis.
[[nodiscard]] std::unique_ptr<Layer> make_edge_conditioned_layer(const LayerOptions& options, std::int64_t features,
                                                                 std::int64_t channels, ParameterPlan& plan,
                                                                 std::string_view name);

/// ReLU(sum over relations r of the mean over neighbours j by r of x_j W_r + x_i V + b): Schlichtkrull et al. With bases, each
/// W_r is a trained combination of a few shared matrices.
[[nodiscard]] std::unique_ptr<Layer> make_relational_layer(const LayerOptions& options, std::int64_t features,
                                                           std::int64_t channels, ParameterPlan& plan, std::string_view name);

}  // namespace ndpool

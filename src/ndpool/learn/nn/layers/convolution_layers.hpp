#pragma once

#include "ndpool/learn/nn/layers/layer.hpp"

// Layers that mix features with one fixed matrix P of the graph, see propagation_of. x are the features.
namespace ndpool {

/// ReLU(P x W + b) with P = D^-1/2 (A + I) D^-1/2: Kipf and Welling.
[[nodiscard]] std::unique_ptr<Layer> make_gcn_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                                    ParameterPlan& plan, std::string_view name);

/// ReLU(sum of T_k(L) x W_k + b) with Chebyshev polynomials T_0 .. T_(terms - 1) of the scaled Laplacian L = -D^-1/2 A D^-1/2:
/// Defferrard et al. with 2 for the largest eigenvalue, which it never exceeds.
[[nodiscard]] std::unique_ptr<Layer> make_chebyshev_layer(const LayerOptions& options, std::int64_t features,
                                                          std::int64_t channels, ParameterPlan& plan, std::string_view name);

/// MLP(A x + (1 + epsilon) x), epsilon trained from zero: Xu et al. The MLP has a hidden layer as wide as the output, and ReLU
/// after both of its layers.
[[nodiscard]] std::unique_ptr<Layer> make_gin_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                                    ParameterPlan& plan, std::string_view name);

/// The mean of several stacks, each of them x_0 = x, x_(t+1) = ReLU(P x_t W_t + x V_t + b_t) with P = D^-1/2 A D^-1/2. Each
/// stack has its own weights: ARMA filters of Bianchi et al.
[[nodiscard]] std::unique_ptr<Layer> make_arma_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                                     ParameterPlan& plan, std::string_view name);

}  // namespace ndpool

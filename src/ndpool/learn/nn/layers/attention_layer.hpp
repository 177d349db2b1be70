#pragma once

#include "ndpool/learn/nn/layers/layer.hpp"

namespace ndpool {

/// ReLU(attention + b) of Velickovic et al.: with h = x W, node i gets the sum of h_j with the weights softmax_j LeakyReLU(s .
/// h_i + t . h_j) over itself and its neighbours j. Edges count as present or absent: their weights are not read, and a
/// self-loop of the graph is the same as the one that is added. Several heads are concatenated if their number divides the
/// channels; otherwise each is as wide as the output, and their mean is taken.
///
/// On dense stages nodes are neighbours where dense_adjacency is positive.
[[nodiscard]] std::unique_ptr<Layer> make_attention_layer(const LayerOptions& options, std::int64_t features,
                                                          std::int64_t channels, ParameterPlan& plan, std::string_view name);

}  // namespace ndpool

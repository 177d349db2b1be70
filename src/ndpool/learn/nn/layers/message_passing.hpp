#pragma once

#include <torch/types.h>

#include "ndpool/learn/data/sample.hpp"

namespace ndpool {

/// The inputs that the paper's layer multiplies with its weights, one row per computed row of the propagation step: the
/// messages, the features of the node itself and, if there is a bias, a one. Does not take part in gradients.
[[nodiscard]] torch::Tensor message_inputs(const PropagationStep& hop, const torch::Tensor& x, bool bias);

/// The paper's layer (Eq. 1), ReLU(P x W + x V + b), for the computed rows of the propagation step alone; `weights` stacks W, V
/// and, if there is a bias, b. One fused operation: nothing is computed for other rows, forward or backward.
[[nodiscard]] torch::Tensor message_passing(const PropagationStep& hop, const torch::Tensor& x, const torch::Tensor& weights,
                                            bool bias);

/// ReLU(inputs * weights), which is message_passing for inputs that message_inputs made before; no gradient of the inputs.
[[nodiscard]] torch::Tensor rectified_product(const torch::Tensor& inputs, const torch::Tensor& weights);

}  // namespace ndpool

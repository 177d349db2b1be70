#pragma once

#include <torch/types.h>

#include "ndpool/learn/data/sample.hpp"

namespace ndpool {

/// What the paper's layer multiplies its weights with, one row a computed row of the hop: the messages, the features of the
/// node itself and, if there is a bias, a one. Does not take part in gradients.
[[nodiscard]] torch::Tensor message_inputs(const PropagationStep& hop, const torch::Tensor& x, bool bias);

/// The paper's layer (Eq. 1), ReLU(P x W + x V + b), for the computed rows of the hop alone; `weights` is W above V, with bias
/// above b. One fused step: nothing is computed for other rows, forward or backward.
[[nodiscard]] torch::Tensor message_passing(const PropagationStep& hop, const torch::Tensor& x, const torch::Tensor& weights,
                                            bool bias);

/// ReLU(inputs * weights), which is message_passing for inputs that message_inputs made before; no gradient of the inputs.
[[nodiscard]] torch::Tensor rectified_product(const torch::Tensor& inputs, const torch::Tensor& weights);

}  // namespace ndpool

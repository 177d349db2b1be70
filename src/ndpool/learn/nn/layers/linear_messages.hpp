#pragma once

#include "ndpool/learn/nn/layers/layer.hpp"

namespace ndpool {

/// Adds the weights of linear_messages to the plan and returns their number.
std::size_t add_linear_messages(std::int64_t features, std::int64_t channels, ParameterPlan& plan, std::string_view name);

/// The paper's layer (Eq. 1) without its ReLU, P x W + x V + b, where P is the matrix of the stage's layers; `weights` stacks
/// W, V and b. For scores of nodes, which need both signs. A sparse stage must compute all rows.
[[nodiscard]] torch::Tensor linear_messages(const Stage& stage, const torch::Tensor& x, const torch::Tensor& weights);

}  // namespace ndpool

#include "ndpool/learn/nn/layers/linear_messages.hpp"

#include "ndpool/learn/nn/layers/layer_steps.hpp"

namespace ndpool {

std::size_t add_linear_messages(std::int64_t features, std::int64_t channels, ParameterPlan& plan, std::string_view name) {
    return plan.add_matrix(std::string(name), 2 * features, channels, features, channels, 1);
}

torch::Tensor linear_messages(const Stage& stage, const torch::Tensor& x, const torch::Tensor& weights) {
    const std::int64_t features = x.size(-1);
    const torch::Tensor sent = torch::matmul(x, weights.narrow(0, 0, features));
    return affine(x, weights.narrow(0, features, features + 1), true) + messages(stage, stage.last, sent);
}

}  // namespace ndpool

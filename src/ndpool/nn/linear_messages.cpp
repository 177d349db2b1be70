#include "ndpool/nn/linear_messages.hpp"

#include "ndpool/nn/soft_clusters.hpp"
#include "ndpool/nn/sparse_functions.hpp"

namespace ndpool {

std::size_t add_linear_messages(std::int64_t features, std::int64_t channels, ParameterPlan& plan, std::string_view name) {
    return plan.add_matrix(std::string(name), 2 * features, channels, features, channels, 1);
}

torch::Tensor linear_messages(const Stage& stage, const torch::Tensor& x, const torch::Tensor& weights) {
    const std::int64_t features = x.size(-1);
    const torch::Tensor sent = torch::matmul(x, weights.narrow(0, 0, features));
    const torch::Tensor own = torch::matmul(x, weights.narrow(0, features, features)) + weights[2 * features];
    return own + (stage.is_dense() ? graph_products(stage.dense_mixing, sent) : propagate(*stage.last, sent));
}

}  // namespace ndpool

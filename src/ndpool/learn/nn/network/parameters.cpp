#include "ndpool/learn/nn/network/parameters.hpp"

namespace ndpool {

Parameters make_parameters(const ParameterPlan& plan, Seed seed, torch::Dtype type) {
    std::vector<double> numbers = initial_values(plan, seed);
    const torch::Tensor values = torch::from_blob(numbers.data(), {plan.size()}, torch::kFloat64);
    Parameters parameters{values.to(type, /*non_blocking=*/false, /*copy=*/true),
                          torch::zeros({plan.size()}, torch::TensorOptions().dtype(type)),
                          {}};
    for (const ParameterSlot& slot : plan.slots()) {
        const auto part = [&](const torch::Tensor& all) {
            return all.narrow(0, slot.offset, slot.rows * slot.columns).view({slot.rows, slot.columns});
        };
        torch::Tensor matrix = part(parameters.values).detach().requires_grad_();
        matrix.mutable_grad() = part(parameters.gradients);
        parameters.matrices.push_back(std::move(matrix));
    }
    return parameters;
}

}  // namespace ndpool

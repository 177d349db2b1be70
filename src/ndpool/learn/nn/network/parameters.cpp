#include "ndpool/learn/nn/network/parameters.hpp"

namespace ndpool {

Parameters make_parameters(const ParameterPlan& plan, Seed seed, torch::Dtype type) {
    const auto options = torch::TensorOptions().dtype(torch::kFloat64);
    torch::Tensor values = torch::empty({plan.size()}, options);
    auto* numbers = values.data_ptr<double>();
    for (const ParameterSlot& slot : plan.slots()) {
        Random random(seed.child(slot.name));
        const std::int64_t drawn = (slot.rows - slot.plain_rows) * slot.columns;
        for (std::int64_t i = 0; i < slot.rows * slot.columns; ++i) {
            numbers[slot.offset + i] = i < drawn ? random.uniform(-slot.bound, slot.bound) : slot.plain_value;
        }
    }
    Parameters parameters{values.to(type), torch::zeros({plan.size()}, torch::TensorOptions().dtype(type)), {}};
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

#pragma once

#include <torch/types.h>

#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/nn/network/parameter_plan.hpp"

namespace ndpool {

/// The numbers of a network: one flat vector, of which the matrices are parts, and another one for their gradients.
struct Parameters {
    torch::Tensor values;
    torch::Tensor gradients;
    std::vector<torch::Tensor> matrices;  ///< by number; leaves whose gradient is the part of `gradients`

    [[nodiscard]] const torch::Tensor& operator[](std::size_t number) const { return matrices[number]; }
};

/// New parameters; each matrix has a random stream of its own by its name.
[[nodiscard]] Parameters make_parameters(const ParameterPlan& plan, Seed seed, torch::Dtype type = torch::kFloat32);

}  // namespace ndpool

#pragma once

#include <vector>

#include "ndpool/learn/nn/network/parameter_plan.hpp"

namespace ndpool {

struct Parameters;

struct AdamOptions {
    double learning_rate = 5e-4;  ///< Sec. VI-A
    double l2 = 5e-4;             ///< weight of the sum of squared parameters in the loss (Sec. VI-A), biases excluded
    double decay = 0;  ///< decoupled weight decay (Loshchilov and Hutter, ICLR 2019), biases excluded: weights shrink by the
                       ///< factor 1 - decay * learning rate in every step
    double first_decay = 0.9;
    double second_decay = 0.999;
    double epsilon = 1e-8;
};

/// Running means of gradients and their squares, one number per parameter.
struct AdamState {
    std::vector<float> first;
    std::vector<float> second;
    std::int64_t steps = 0;
};

/// One step of Adam (Kingma and Ba) on all parameters at once; the gradients are zero afterwards. Single precision only.
void adam_step(const ParameterPlan& plan, Parameters& parameters, AdamState& state, const AdamOptions& options);
/// The same on plain numbers, plan.size() values and gradients.
void adam_step(const ParameterPlan& plan, float* values, float* gradients, AdamState& state, const AdamOptions& options);

}  // namespace ndpool

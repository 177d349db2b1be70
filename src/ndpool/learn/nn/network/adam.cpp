#include "ndpool/learn/nn/network/adam.hpp"

#include <cmath>

#include "ndpool/base/elementary.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/learn/nn/network/parameters.hpp"

namespace ndpool {

namespace {

struct StepSizes {
    float l2_gradient;
    float first_decay;
    float second_decay;
    float rate;
    float epsilon;
    float left;  ///< of weights, after decoupled decay
};

struct StepOfNumbers {
    template <int bytes>
    [[gnu::always_inline]] static void run(float* values, float* gradients, float* first, float* second, std::int64_t count,
                                           const StepSizes& step_sizes) {
        const StepSizes sizes = step_sizes;
        for (std::int64_t i = 0; i < count; ++i) {
            const float gradient = gradients[i] + sizes.l2_gradient * values[i];
            first[i] = sizes.first_decay * first[i] + (1 - sizes.first_decay) * gradient;
            second[i] = sizes.second_decay * second[i] + (1 - sizes.second_decay) * gradient * gradient;
            values[i] = sizes.left * values[i] - sizes.rate * first[i] / (std::sqrt(second[i]) + sizes.epsilon);
            gradients[i] = 0;
        }
    }
};

}  // namespace

void adam_step(const ParameterPlan& plan, Parameters& parameters, AdamState& state, const AdamOptions& options) {
    adam_step(plan, parameters.values.data_ptr<float>(), parameters.gradients.data_ptr<float>(), state, options);
}

void adam_step(const ParameterPlan& plan, float* values, float* gradients, AdamState& state, const AdamOptions& options) {
    state.first.resize(plan.size(), 0);
    state.second.resize(plan.size(), 0);
    ++state.steps;
    const double first_left = 1 - portable_power(options.first_decay, state.steps);
    const double second_left = std::sqrt(1 - portable_power(options.second_decay, state.steps));
    StepSizes sizes{0,
                    static_cast<float>(options.first_decay),
                    static_cast<float>(options.second_decay),
                    static_cast<float>(options.learning_rate * second_left / first_left),
                    static_cast<float>(options.epsilon * second_left),
                    1};
    const auto step = [&](std::int64_t begin, std::int64_t count, double l2, double decay) {
        sizes.l2_gradient = static_cast<float>(2 * l2);
        sizes.left = static_cast<float>(1 - decay * options.learning_rate);
        run_vectorised<StepOfNumbers>(values + begin, gradients + begin, state.first.data() + begin, state.second.data() + begin,
                                      count, sizes);
    };
    for (const ParameterSlot& slot : plan.slots()) {
        const std::int64_t plain = slot.plain_rows * slot.columns;
        const std::int64_t regular = slot.rows * slot.columns - plain;
        step(slot.offset, regular, options.l2, options.decay);
        step(slot.offset + regular, plain, 0, 0);
    }
}

}  // namespace ndpool

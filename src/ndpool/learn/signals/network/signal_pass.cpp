#include "ndpool/learn/signals/network/signal_pass.hpp"

#include <algorithm>

#include "ndpool/base/elementary.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/learn/signals/network/signal_kernels.hpp"
#include "ndpool/learn/signals/network/signal_layers.hpp"

namespace ndpool {

SignalPass::SignalPass(const SignalNetwork& network) : layers_(std::make_unique<SignalLayers>(network)) {}
SignalPass::~SignalPass() = default;
SignalPass::SignalPass(SignalPass&&) noexcept = default;
SignalPass& SignalPass::operator=(SignalPass&&) noexcept = default;

void SignalPass::clear() {
    for (AlignedVector<float>* sums :
         {&layers_->gradients, &layers_->message_sums, &layers_->own_sums, &layers_->constant_gradient}) {
        std::fill(sums->begin(), sums->end(), 0.0F);
    }
}

SignalOutcome SignalPass::forward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample,
                                  std::int32_t label, std::optional<Seed> dropout) {
    SignalLayers& at = *layers_;
    at.first.forward(weights, inputs, sample);
    at.second_forward(weights);
    for (std::size_t i = 1; i < at.layers.size(); ++i) {
        if (i > 1) {
            at.layer_forward(weights, i);
        }
        if (at.has_pool(i)) {
            at.pool_forward(i);
        }
    }
    at.read_out();
    at.drop_out(dropout);
    const ParameterSlot& head = at.network.head();
    const float* const bias = weights.values + at.network.head_bias().offset;
    const float* const rows = at.head_inputs();
    for (std::int64_t k = 0; k < head.rows; ++k) {
        at.logits[k] = bias[k] + dot_product(weights.values + head.offset + k * head.columns, rows, head.columns);
    }
    const auto top = std::max_element(at.logits.begin(), at.logits.end());
    double sum = 0;
    for (const float logit : at.logits) {
        sum += portable_exp(static_cast<double>(logit) - *top);
    }
    for (std::size_t k = 0; k < at.logits.size(); ++k) {
        at.probabilities[k] = static_cast<float>(portable_exp(static_cast<double>(at.logits[k]) - *top) / sum);
    }
    at.label = label;
    return {label < 0 ? 0 : portable_log(sum) + *top - at.logits[label], top - at.logits.begin() == label};
}

void SignalPass::backward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample, float scale) {
    SignalLayers& at = *layers_;
    float* const bias_gradient = at.gradients.data() + at.network.head_bias().offset;
    for (std::size_t k = 0; k < at.slopes.size(); ++k) {
        at.slopes[k] = (at.probabilities[k] - (static_cast<std::int32_t>(k) == at.label ? 1.0F : 0.0F)) * scale;
        bias_gradient[k] += at.slopes[k];
    }
    at.read_out_backward(weights);
    for (std::size_t i = at.layers.size(); i-- > 1;) {
        if (at.has_pool(i)) {
            at.pool_backward(i);
        }
        if (i > 1) {
            at.layer_backward(weights, i);
        }
    }
    at.second_backward(weights);
    at.first.backward(inputs, sample, at.differences_gradient.data(), at.gradients.data(), at.constant_gradient.data());
}

void SignalPass::add_gradients(const SignalWeights& weights, float* gradients) {
    SignalLayers& at = *layers_;
    const SignalNetwork& network = at.network;
    if (network.options().bias) {
        const ParameterSlot& first = network.layer(0);
        const ParameterSlot& second = network.layer(1);
        float* const matrix_gradient = at.gradients.data() + second.offset;
        const float* const transposed = weights.transposed[1].data();
        const std::int64_t block = first.columns * second.columns;
        multiply_matrices({weights.constant.data(), 1, 1}, at.message_sums.data(), matrix_gradient, first.columns, 1,
                          second.columns, true);
        multiply_matrices({weights.constant.data(), 1, 1}, at.own_sums.data(), matrix_gradient + block, first.columns, 1,
                          second.columns, true);
        multiply_matrices({at.message_sums.data(), second.columns, 1}, transposed, at.constant_gradient.data(), 1, second.columns,
                          first.columns, true);
        multiply_matrices({at.own_sums.data(), second.columns, 1}, transposed + block, at.constant_gradient.data(), 1,
                          second.columns, first.columns, true);
        float* const bias_gradient = at.gradients.data() + first.offset + (first.rows - 1) * first.columns;
        for (std::int64_t c = 0; c < first.columns; ++c) {
            bias_gradient[c] += weights.constant[c] > 0 ? at.constant_gradient[c] : 0;
        }
    }
    add_numbers(at.gradients.data(), gradients, network.plan().size());
}

std::span<const float> SignalPass::probabilities() const {
    return layers_->probabilities;
}

}  // namespace ndpool

#pragma once

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/learn/nn/network/direct_operators.hpp"

// A layer of DirectOperators::multiplies_first. Rows follow each other without gaps.
namespace ndpool {

/// The weights of a layer of message passing: those of messages, of own features and of the bias below each other.
struct LayerWeights {
    const float* values;
    std::int64_t width;    ///< of the sources
    std::int64_t columns;  ///< of the outputs
    bool bias;

    [[nodiscard]] std::int64_t part() const { return width * columns; }
};

/// outputs = relu(messages (sources message_weights) + own sources own_weights + bias). `products` has room for sources x
/// columns.
void multiply_first(const DirectOperators& operators, const LayerWeights& weights, const float* sources, float* products,
                    float* outputs);

/// Adds the gradients of the weights but for the bias. The gradient of the sources is written over them, and that of the outputs
/// is changed.
void multiply_first_backward(const DirectOperators& operators, const LayerWeights& weights, float* outputs_gradient,
                             float* products, AlignedVector<float>& weights_transposed, float* weights_gradient, float* sources);

}  // namespace ndpool

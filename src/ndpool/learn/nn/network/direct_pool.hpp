#pragma once

#include "ndpool/learn/nn/kernels/activation.hpp"
#include "ndpool/learn/nn/network/direct_operators.hpp"

// The pool after a layer, which combines rows of `width` numbers. Its rows are twice as long where it also takes rows.
namespace ndpool {

/// `argmax` has room for pool rows x width; it is only written by maxima.
void pool_rows(const DirectOperators& operators, Reduce reduce, const float* outputs, std::int64_t width, Activation activation,
               float* pooled, std::int32_t* argmax);

/// The gradient of the outputs, zero where the activation is; it may be written over them unless the pool also takes rows.
void pool_rows_backward(const DirectOperators& operators, Reduce reduce, const float* pooled_gradient, const float* outputs,
                        std::int64_t width, Activation activation, const std::int32_t* argmax, float* outputs_gradient);

}  // namespace ndpool

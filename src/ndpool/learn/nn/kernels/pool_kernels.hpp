#pragma once

#include <cstdint>

#include "ndpool/learn/nn/kernels/activation.hpp"
#include "ndpool/learn/nn/kernels/grouped_rows.hpp"

// Sums and maxima of rows, and their derivatives together with that of the activation before them, so that gradients are written
// once. Outputs, which the activation has been applied to, and their gradients are rows of `width` numbers without gaps; rows of
// the pooled level begin `stride` numbers after each other.
namespace ndpool {

/// target[i] = sum over entries k of row i of matrix: value_k * source[index_k], `width` numbers each.
void sum_rows(const GroupedRows& matrix, const float* source, std::int64_t source_stride, float* target,
              std::int64_t target_stride, std::int64_t width);

/// outputs[i] = activation(outputs[i] + sum over entries k of row i of matrix: value_k * source[index_k]).
void add_sums(const GroupedRows& matrix, const float* source, std::int64_t width, Activation activation, float* outputs);

/// outputs_gradient[i] = sum over entries k of row i of transposed: value_k * pooled_gradient[index_k], zero where the
/// activation is.
void sums_gradient(const GroupedRows& transposed, const float* pooled_gradient, std::int64_t stride, const float* outputs,
                   std::int64_t width, Activation activation, float* outputs_gradient);

/// outputs_gradient[rows[i]] += pooled_gradient[i], nothing where the activation is zero.
void add_taken_gradient(const std::vector<std::int32_t>& rows, const float* pooled_gradient, std::int64_t stride,
                        const float* outputs, std::int64_t width, Activation activation, float* outputs_gradient);

/// pooled[i] = the largest of outputs[index_k] over entries k of row i of pool, 0 where there is none. `argmax` is
/// the index it comes from, the first of equals, or -1 where no gradient passes: where the activation gave a zero.
void pool_maxima(const GroupedRows& pool, const float* outputs, std::int64_t width, Activation activation, float* pooled,
                 std::int64_t stride, std::int32_t* argmax);
/// The gradient of all outputs from that of the maxima.
void pool_maxima_gradient(const GroupedRows& transposed, const float* pooled_gradient, std::int64_t stride,
                          const std::int32_t* argmax, std::int64_t width, float* outputs_gradient);

}  // namespace ndpool

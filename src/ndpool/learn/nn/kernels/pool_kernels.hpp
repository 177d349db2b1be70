#pragma once

#include <cstdint>

#include "ndpool/learn/data/sparse_rows.hpp"

// Pools that combine rows, together with the ReLU before them, so that the outputs of a layer are read once. Outputs and their
// gradients are rows of `width` numbers without gaps; rows of the pooled level begin `stride` numbers after each other.
namespace ndpool {

/// What is read of the outputs of a layer: the numbers themselves, or zero instead of negative ones.
enum class Activation : std::uint8_t { none, relu };

/// pooled[i] = sum over entries k of row i of pool: value_k * activation(outputs[index_k]).
void pool_sums(const SparseRows& pool, const float* outputs, std::int64_t width, Activation activation, float* pooled,
               std::int64_t stride);
/// outputs_gradient[i] = sum over entries k of row i of transposed: value_k * pooled_gradient[index_k], zero where the
/// activation is.
void pool_sums_gradient(const SparseRows& transposed, const float* pooled_gradient, std::int64_t stride, const float* outputs,
                        std::int64_t width, Activation activation, float* outputs_gradient);

/// pooled[i] = activation(outputs[rows[i]]).
void take_rows(const std::vector<std::int32_t>& rows, const float* outputs, std::int64_t width, Activation activation,
               float* pooled, std::int64_t stride);
/// outputs_gradient[rows[i]] += pooled_gradient[i], nothing where the activation is zero.
void add_taken_gradient(const std::vector<std::int32_t>& rows, const float* pooled_gradient, std::int64_t stride,
                        const float* outputs, std::int64_t width, Activation activation, float* outputs_gradient);

/// pooled[i] = the largest of activation(outputs[index_k]) over entries k of row i of pool, 0 where there is none. `argmax` is
/// the index it comes from, the first of equals, or -1 where no gradient passes.
void pool_maxima(const SparseRows& pool, const float* outputs, std::int64_t width, Activation activation, float* pooled,
                 std::int64_t stride, std::int32_t* argmax);
/// The gradient of all outputs from that of the maxima.
void pool_maxima_gradient(const SparseRows& transposed, const float* pooled_gradient, std::int64_t stride,
                          const std::int32_t* argmax, std::int64_t width, float* outputs_gradient);

}  // namespace ndpool

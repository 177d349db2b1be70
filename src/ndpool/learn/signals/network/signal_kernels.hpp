// Internal: loops over rows of `width` numbers, a multiple of 8, stored without gaps. All vector variants give the same bits.
#pragma once

#include <cstdint>

#include "ndpool/learn/data/sparse_rows.hpp"

namespace ndpool {

/// Rows are processed in vectors of this number of floats.
constexpr std::int64_t signal_width_unit = 8;

/// rows[r] = max(bias + sum over columns c of inputs[r][c] * weights[c], 0); `bias` may be null.
void first_layer_rows(const float* inputs, std::int64_t count, std::int64_t columns, const float* weights, const float* bias,
                      float* rows, std::int64_t width);
/// gradients[c] += sum over r of inputs[r][c] * rows[r], and bias_gradient += sum of rows[r], unless it is null.
void first_layer_gradients(const float* inputs, std::int64_t count, std::int64_t columns, const float* rows, float* gradients,
                           float* bias_gradient, std::int64_t width);

/// target[r] = source[r] - subtracted.
void subtract_row(const float* source, std::int64_t count, const float* subtracted, float* target, std::int64_t width);

/// target[i] += value * source[j] for all entries (i, value) of the rows picked[j] of `columns`.
void scatter_columns(const SparseRows& columns, const std::int32_t* picked, std::int64_t count, const float* source,
                     float* target, std::int64_t width);
/// target[j] = sum of value * source[i] over all entries (i, value) of the rows picked[j] of `columns`.
void gather_columns(const SparseRows& columns, const std::int32_t* picked, std::int64_t count, const float* source, float* target,
                    std::int64_t width);

/// rows[i] = first[i] * first_row + second[i] * second_row + bias.
void fill_outer_rows(const float* first, const float* first_row, const float* second, const float* second_row, const float* bias,
                     std::int64_t count, float* rows, std::int64_t width);
/// sums += sum of factors[i] * rows[i]; without factors of rows[i].
void add_row_sums(const float* factors, const float* rows, std::int64_t count, float* sums, std::int64_t width);
/// rows[i] = row for all rows.
void fill_rows(const float* row, std::int64_t count, float* rows, std::int64_t width);
/// target[picked[i]] += source[i].
void add_to_picked(const std::int32_t* picked, std::int64_t count, const float* source, float* target, std::int64_t width);

/// target += factor * source, and target = factor * source.
void add_scaled_row(const float* source, float factor, float* target, std::int64_t width);
void copy_scaled_row(const float* source, float factor, float* target, std::int64_t width);
/// Where source is larger, target becomes source and argmax becomes `number`.
void take_larger(const float* source, std::int32_t number, float* target, std::int32_t* argmax, std::int64_t width);

/// The sum of products of `count` numbers, a multiple of 8.
[[nodiscard]] float dot_product(const float* left, const float* right, std::int64_t count);
/// For all numbers: gradient[n] = sum over k of slopes[k] * weights[k][n], and weights_gradient[k][n] += slopes[k] * inputs[n].
void head_gradients(const float* slopes, std::int64_t classes, const float* weights, const float* inputs, float* gradient,
                    float* weights_gradient, std::int64_t count);
/// target += source.
void add_numbers(const float* source, float* target, std::int64_t count);

}  // namespace ndpool

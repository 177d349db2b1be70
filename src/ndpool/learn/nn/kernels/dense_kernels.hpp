#pragma once

#include <cstdint>

#include "ndpool/learn/nn/kernels/activation.hpp"

namespace ndpool {

/// A matrix to read: entry (i, k) is numbers[i * row_step + k * column_step], so exchanging the two steps transposes it.
struct MatrixView {
    const float* numbers;
    std::int64_t row_step;
    std::int64_t column_step;
};

/// target (+)= left right, where `left` is rows x inner and the others are stored row by row without gaps; the activation is
/// applied to the sums. For the tall and narrow matrices of networks: nothing is packed, and a handful of rows times 32 columns
/// is summed in registers.
void multiply_matrices(const MatrixView& left, const float* right, float* target, std::int64_t rows, std::int64_t inner,
                       std::int64_t columns, bool add, Activation activation = Activation::none);

/// The same with two matrices side by side, of which neither has to be copied, as `left`: (first second) right. `right` has
/// first_inner + second_inner rows.
void multiply_beside(const MatrixView& first, std::int64_t first_inner, const MatrixView& second, std::int64_t second_inner,
                     const float* right, float* target, std::int64_t rows, std::int64_t columns, bool add,
                     Activation activation = Activation::none);

/// Rows of `matrix` become columns of `target`; both are stored row by row without gaps.
void transpose(const float* matrix, std::int64_t rows, std::int64_t columns, float* target);

}  // namespace ndpool

#include "ndpool/nn/dense_kernels.hpp"

#include <algorithm>

#include "ndpool/base/wide_vectors.hpp"

namespace ndpool {

namespace {

constexpr std::int64_t lanes = 16;
constexpr std::int64_t rows_at_once = 6;
/// The rows of `right` that stay near the processor while all rows of `left` pass by.
constexpr std::int64_t inner_at_once = 256;
using Lanes __attribute__((vector_size(lanes * sizeof(float)), aligned(sizeof(float)), may_alias)) = float;

/// `Rows` rows times `Blocks` times 16 columns of the product.
template <int Rows, int Blocks>
[[gnu::always_inline]] inline void multiply_tile(const MatrixView& left, const float* right, float* target, std::int64_t inner,
                                                 std::int64_t columns, bool add) {
    Lanes sums[Rows][Blocks];
#pragma GCC unroll 8
    for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 2
        for (int b = 0; b < Blocks; ++b) {
            sums[i][b] = add ? reinterpret_cast<const Lanes*>(target + i * columns + b * lanes)[0] : Lanes{};
        }
    }
    for (std::int64_t k = 0; k < inner; ++k) {
        Lanes factors[Blocks];
#pragma GCC unroll 2
        for (int b = 0; b < Blocks; ++b) {
            factors[b] = reinterpret_cast<const Lanes*>(right + k * columns + b * lanes)[0];
        }
#pragma GCC unroll 8
        for (int i = 0; i < Rows; ++i) {
            const float number = left.numbers[i * left.row_step + k * left.column_step];
#pragma GCC unroll 2
            for (int b = 0; b < Blocks; ++b) {
                sums[i][b] += number * factors[b];
            }
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 2
        for (int b = 0; b < Blocks; ++b) {
            reinterpret_cast<Lanes*>(target + i * columns + b * lanes)[0] = sums[i][b];
        }
    }
}

/// The last columns, fewer than 16.
template <int Rows>
[[gnu::always_inline]] inline void multiply_rest(const MatrixView& left, const float* right, float* target, std::int64_t inner,
                                                 std::int64_t columns, std::int64_t first, bool add) {
    for (int i = 0; i < Rows; ++i) {
        for (std::int64_t c = first; c < columns; ++c) {
            float sum = add ? target[i * columns + c] : 0;
            for (std::int64_t k = 0; k < inner; ++k) {
                sum += left.numbers[i * left.row_step + k * left.column_step] * right[k * columns + c];
            }
            target[i * columns + c] = sum;
        }
    }
}

template <int Rows>
[[gnu::always_inline]] inline void multiply_rows_at_once(const MatrixView& left, const float* right, float* target,
                                                         std::int64_t inner, std::int64_t columns, bool add) {
    std::int64_t column = 0;
    for (; column + 2 * lanes <= columns; column += 2 * lanes) {
        multiply_tile<Rows, 2>(left, right + column, target + column, inner, columns, add);
    }
    for (; column + lanes <= columns; column += lanes) {
        multiply_tile<Rows, 1>(left, right + column, target + column, inner, columns, add);
    }
    if (column < columns) {
        multiply_rest<Rows>(left, right, target, inner, columns, column, add);
    }
}

NDPOOL_FOR_WIDE_VECTORS
void multiply_part(const MatrixView& left, const float* right, float* target, std::int64_t rows, std::int64_t inner,
                   std::int64_t columns, bool add) {
    std::int64_t row = 0;
    for (; row + rows_at_once <= rows; row += rows_at_once) {
        const MatrixView part{left.numbers + row * left.row_step, left.row_step, left.column_step};
        multiply_rows_at_once<rows_at_once>(part, right, target + row * columns, inner, columns, add);
    }
    for (; row < rows; ++row) {
        const MatrixView part{left.numbers + row * left.row_step, left.row_step, left.column_step};
        multiply_rows_at_once<1>(part, right, target + row * columns, inner, columns, add);
    }
}

}  // namespace

void multiply_matrices(const MatrixView& left, const float* right, float* target, std::int64_t rows, std::int64_t inner,
                       std::int64_t columns, bool add) {
    std::int64_t first = 0;
    do {  // once where there is nothing to sum up, for the zeros
        const std::int64_t part = std::min(inner_at_once, inner - first);
        multiply_part({left.numbers + first * left.column_step, left.row_step, left.column_step}, right + first * columns, target,
                      rows, part, columns, add || first > 0);
        first += part;
    } while (first < inner);
}

void transpose(const float* matrix, std::int64_t rows, std::int64_t columns, float* target) {
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            target[column * rows + row] = matrix[row * columns + column];
        }
    }
}

}  // namespace ndpool

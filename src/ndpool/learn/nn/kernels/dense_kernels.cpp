#include "ndpool/learn/nn/kernels/dense_kernels.hpp"

#include <algorithm>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

constexpr std::int64_t rows_at_once = 6;
/// The rows of `right` that stay in the cache while all rows of `left` are multiplied with them.
constexpr std::int64_t inner_at_once = 256;

/// `rows` rows and `registers` * `lanes` columns of the product, summed in registers.
template <int rows, int registers, int lanes, int bytes>
[[gnu::always_inline]] inline void multiply_tile(const MatrixView& left, const float* right, float* target, std::int64_t inner,
                                                 std::int64_t columns, bool add, bool rectify) {
    using Part = Lanes<float, lanes, bytes>;
    Part sums[rows][registers];
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 2
        for (int b = 0; b < registers; ++b) {
            sums[i][b] = add ? Part::load(target + i * columns + b * lanes) : Part::zero();
        }
    }
    for (std::int64_t k = 0; k < inner; ++k) {
        Part factors[registers];
#pragma GCC unroll 2
        for (int b = 0; b < registers; ++b) {
            factors[b] = Part::load(right + k * columns + b * lanes);
        }
#pragma GCC unroll 8
        for (int i = 0; i < rows; ++i) {
            const float number = left.numbers[i * left.row_step + k * left.column_step];
#pragma GCC unroll 2
            for (int b = 0; b < registers; ++b) {
                sums[i][b] += factors[b] * number;
            }
        }
    }
#pragma GCC unroll 8
    for (int i = 0; rectify && i < rows; ++i) {
#pragma GCC unroll 2
        for (int b = 0; b < registers; ++b) {
            sums[i][b] = sums[i][b].rectified();
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 2
        for (int b = 0; b < registers; ++b) {
            sums[i][b].store(target + i * columns + b * lanes);
        }
    }
}

/// The last columns, fewer than four.
template <int rows>
[[gnu::always_inline]] inline void multiply_rest(const MatrixView& left, const float* right, float* target, std::int64_t inner,
                                                 std::int64_t columns, std::int64_t first, bool add, bool rectify) {
    for (int i = 0; i < rows; ++i) {
        for (std::int64_t c = first; c < columns; ++c) {
            float sum = add ? target[i * columns + c] : 0;
            for (std::int64_t k = 0; k < inner; ++k) {
                sum += left.numbers[i * left.row_step + k * left.column_step] * right[k * columns + c];
            }
            target[i * columns + c] = rectify && !(sum > 0) ? 0 : sum;
        }
    }
}

template <int rows, int bytes>
[[gnu::always_inline]] inline void multiply_rows_at_once(const MatrixView& left, const float* right, float* target,
                                                         std::int64_t inner, std::int64_t columns, bool add, bool rectify) {
    constexpr int lanes = bytes / static_cast<int>(sizeof(float));
    std::int64_t column = 0;
    for (; column + 2 * lanes <= columns; column += 2 * lanes) {
        multiply_tile<rows, 2, lanes, bytes>(left, right + column, target + column, inner, columns, add, rectify);
    }
    for (; column + lanes <= columns; column += lanes) {
        multiply_tile<rows, 1, lanes, bytes>(left, right + column, target + column, inner, columns, add, rectify);
    }
    for (; column + 4 <= columns; column += 4) {
        multiply_tile<rows, 1, 4, bytes>(left, right + column, target + column, inner, columns, add, rectify);
    }
    if (column < columns) {
        multiply_rest<rows>(left, right, target, inner, columns, column, add, rectify);
    }
}

template <int rows, int bytes>
[[gnu::always_inline]] inline void multiply_from(std::int64_t row, const MatrixView& left, const float* right, float* target,
                                                 std::int64_t inner, std::int64_t columns, bool add, bool rectify) {
    const MatrixView part{left.numbers + row * left.row_step, left.row_step, left.column_step};
    multiply_rows_at_once<rows, bytes>(part, right, target + row * columns, inner, columns, add, rectify);
}

struct MultiplyPart {
    template <int bytes>
    [[gnu::always_inline]] static void run(const MatrixView& left, const float* right, float* target, std::int64_t rows,
                                           std::int64_t inner, std::int64_t columns, bool add, bool rectify) {
        std::int64_t row = 0;
        for (; row + rows_at_once <= rows; row += rows_at_once) {
            multiply_from<rows_at_once, bytes>(row, left, right, target, inner, columns, add, rectify);
        }
        // A row alone waits for its own sums, so the last ones go together too.
        if (row + 4 <= rows) {
            multiply_from<4, bytes>(row, left, right, target, inner, columns, add, rectify);
            row += 4;
        }
        if (row + 2 <= rows) {
            multiply_from<2, bytes>(row, left, right, target, inner, columns, add, rectify);
            row += 2;
        }
        if (row < rows) {
            multiply_from<1, bytes>(row, left, right, target, inner, columns, add, rectify);
        }
    }
};

}  // namespace

void multiply_matrices(const MatrixView& left, const float* right, float* target, std::int64_t rows, std::int64_t inner,
                       std::int64_t columns, bool add, Activation activation) {
    std::int64_t first = 0;
    do {  // runs once even if there is nothing to sum, to write the zeros
        const std::int64_t part = std::min(inner_at_once, inner - first);
        const MatrixView view{left.numbers + first * left.column_step, left.row_step, left.column_step};
        const bool rectify = activation == Activation::relu && first + part >= inner;
        run_vectorised<MultiplyPart>(view, right + first * columns, target, rows, part, columns, add || first > 0, rectify);
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

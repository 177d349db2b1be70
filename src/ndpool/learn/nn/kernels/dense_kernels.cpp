#include "ndpool/learn/nn/kernels/dense_kernels.hpp"

#include <algorithm>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

constexpr std::int64_t rows_at_once = 6;
/// The rows of `right` that stay in the cache while all rows of `left` are multiplied with them.
constexpr std::int64_t inner_at_once = 256;

/// The left factor: one matrix, or two side by side.
struct Left {
    MatrixView first;
    std::int64_t first_inner;
    MatrixView second;
    std::int64_t second_inner;
};

[[gnu::always_inline]] inline MatrixView from_row(const MatrixView& view, std::int64_t row) {
    return {view.numbers + row * view.row_step, view.row_step, view.column_step};
}

template <int rows, int registers, int lanes, int bytes>
[[gnu::always_inline]] inline void add_products(Lanes<float, lanes, bytes> (&sums)[rows][registers], const MatrixView& left,
                                                const float* right, std::int64_t inner, std::int64_t columns) {
    using Part = Lanes<float, lanes, bytes>;
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
}

/// `rows` rows and `registers` * `lanes` columns of the product, summed in registers.
template <int rows, int registers, int lanes, int bytes>
[[gnu::always_inline]] inline void multiply_tile(const Left& left, const float* right, float* target, std::int64_t columns,
                                                 bool add, bool rectify) {
    using Part = Lanes<float, lanes, bytes>;
    Part sums[rows][registers];
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 2
        for (int b = 0; b < registers; ++b) {
            sums[i][b] = add ? Part::load(target + i * columns + b * lanes) : Part::zero();
        }
    }
    add_products<rows, registers, lanes, bytes>(sums, left.first, right, left.first_inner, columns);
    if (left.second_inner > 0) {
        add_products<rows, registers, lanes, bytes>(sums, left.second, right + left.first_inner * columns, left.second_inner,
                                                    columns);
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
[[gnu::always_inline]] inline void multiply_rest(const Left& left, const float* right, float* target, std::int64_t columns,
                                                 std::int64_t first, bool add, bool rectify) {
    for (int i = 0; i < rows; ++i) {
        for (std::int64_t c = first; c < columns; ++c) {
            float sum = add ? target[i * columns + c] : 0;
            const float* numbers = right + c;
            for (std::int64_t k = 0; k < left.first_inner; ++k, numbers += columns) {
                sum += left.first.numbers[i * left.first.row_step + k * left.first.column_step] * *numbers;
            }
            for (std::int64_t k = 0; k < left.second_inner; ++k, numbers += columns) {
                sum += left.second.numbers[i * left.second.row_step + k * left.second.column_step] * *numbers;
            }
            target[i * columns + c] = rectify && !(sum > 0) ? 0 : sum;
        }
    }
}

template <int rows, int bytes>
[[gnu::always_inline]] inline void multiply_from(std::int64_t row, const Left& all, const float* right, float* all_target,
                                                 std::int64_t columns, bool add, bool rectify) {
    constexpr int lanes = bytes / static_cast<int>(sizeof(float));
    const Left left{from_row(all.first, row), all.first_inner, from_row(all.second, row), all.second_inner};
    float* const target = all_target + row * columns;
    std::int64_t column = 0;
    for (; column + 2 * lanes <= columns; column += 2 * lanes) {
        multiply_tile<rows, 2, lanes, bytes>(left, right + column, target + column, columns, add, rectify);
    }
    for (; column + lanes <= columns; column += lanes) {
        multiply_tile<rows, 1, lanes, bytes>(left, right + column, target + column, columns, add, rectify);
    }
    for (; column + 4 <= columns; column += 4) {
        multiply_tile<rows, 1, 4, bytes>(left, right + column, target + column, columns, add, rectify);
    }
    if (column < columns) {
        multiply_rest<rows>(left, right, target, columns, column, add, rectify);
    }
}

struct MultiplyPart {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Left& left, const float* right, float* target, std::int64_t rows,
                                           std::int64_t columns, bool add, bool rectify) {
        std::int64_t row = 0;
        // Two rows alone would wait for their own sums, so the last eight are four and four.
        for (; row + rows_at_once <= rows && rows - row != 8; row += rows_at_once) {
            multiply_from<rows_at_once, bytes>(row, left, right, target, columns, add, rectify);
        }
        for (; row + 4 <= rows; row += 4) {
            multiply_from<4, bytes>(row, left, right, target, columns, add, rectify);
        }
        if (row + 2 <= rows) {
            multiply_from<2, bytes>(row, left, right, target, columns, add, rectify);
            row += 2;
        }
        if (row < rows) {
            multiply_from<1, bytes>(row, left, right, target, columns, add, rectify);
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
        run_vectorised<MultiplyPart>(Left{view, part, view, 0}, right + first * columns, target, rows, columns, add || first > 0,
                                     rectify);
        first += part;
    } while (first < inner);
}

void multiply_beside(const MatrixView& first, std::int64_t first_inner, const MatrixView& second, std::int64_t second_inner,
                     const float* right, float* target, std::int64_t rows, std::int64_t columns, bool add,
                     Activation activation) {
    if (first_inner + second_inner > inner_at_once) {
        multiply_matrices(first, right, target, rows, first_inner, columns, add);
        multiply_matrices(second, right + first_inner * columns, target, rows, second_inner, columns, true, activation);
        return;
    }
    run_vectorised<MultiplyPart>(Left{first, first_inner, second, second_inner}, right, target, rows, columns, add,
                                 activation == Activation::relu);
}

void transpose(const float* matrix, std::int64_t rows, std::int64_t columns, float* target) {
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            target[column * rows + row] = matrix[row * columns + column];
        }
    }
}

}  // namespace ndpool

#include "ndpool/pyramid/nmf/dense_rows.hpp"

#include <algorithm>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

constexpr std::size_t tile_rows = DenseRows::tile_rows;
constexpr std::size_t tile_columns = DenseRows::tile_columns;

/// The left factor, whose entry (i, k) is at i * row_step + k * depth_step, so that it may be transposed.
struct LeftFactor {
    const double* values;
    std::size_t row_step;
    std::size_t depth_step;
    std::size_t rows;
    std::size_t depth;
};

/// Eight columns of the product; the right factor's come packed, row by row.
struct MultiplyStrip {
    template <int bytes>
    [[gnu::always_inline]] static void run(const LeftFactor& left, const double* right, double* result, std::size_t stride) {
        constexpr std::size_t columns_at_once = std::min<std::size_t>(tile_columns, bytes / sizeof(double) * 2);
        using Part = Lanes<double, columns_at_once, bytes>;
        for (std::size_t row = 0; row < left.rows; row += tile_rows) {
            for (std::size_t c = 0; c < tile_columns; c += columns_at_once) {
                Part sums[tile_rows];
#pragma GCC unroll 8
                for (Part& sum : sums) {
                    sum = Part::zero();
                }
                const double* from = left.values + row * left.row_step;
                for (std::size_t k = 0; k < left.depth; ++k, from += left.depth_step) {
                    const Part columns = Part::load(right + k * tile_columns + c);
#pragma GCC unroll 8
                    for (std::size_t i = 0; i < tile_rows; ++i) {
                        sums[i] += columns * from[i * left.row_step];
                    }
                }
#pragma GCC unroll 8
                for (std::size_t i = 0; i < tile_rows; ++i) {
                    sums[i].store(result + (row + i) * stride + c);
                }
            }
        }
    }
};

/// One row of a product with a sparse matrix.
struct AddRows {
    template <int bytes>
    [[gnu::always_inline]] static void run(const SparseMatrix& left, NodeId row, const double* right, double* result,
                                           std::size_t stride) {
        std::fill(result, result + stride, 0.0);
        for (EntryIndex k = left.offsets[row]; k < left.offsets[row + 1]; ++k) {
            const double weight = left.values[k];
            const double* const from = right + static_cast<std::size_t>(left.indices[k]) * stride;
            for (std::size_t c = 0; c < stride; ++c) {
                result[c] += weight * from[c];
            }
        }
    }
};

void multiply(const LeftFactor& left, const DenseRows& right, DenseRows& result, const Parallel& parallel) {
    parallel_for(right.stride / tile_columns, parallel, [&](std::size_t strip) {
        const std::size_t column = strip * tile_columns;
        std::vector<double> packed(left.depth * tile_columns);
        for (std::size_t k = 0; k < left.depth; ++k) {
            std::copy_n(right.row(k) + column, tile_columns, packed.data() + k * tile_columns);
        }
        run_vectorised<MultiplyStrip>(left, packed.data(), result.values.data() + column, result.stride);
    });
}

}  // namespace

void multiply(const DenseRows& left, const DenseRows& right, DenseRows& result, const Parallel& parallel) {
    multiply(LeftFactor{left.values.data(), left.stride, 1, left.rows, right.rows}, right, result, parallel);
}

void multiply_transposed(const DenseRows& left, const DenseRows& right, DenseRows& result, const Parallel& parallel) {
    multiply(LeftFactor{left.values.data(), 1, left.stride, left.columns, right.rows}, right, result, parallel);
}

void multiply(const SparseMatrix& left, const DenseRows& right, DenseRows& result, const Parallel& parallel) {
    constexpr std::size_t rows_together = 64;
    parallel_for_pieces(static_cast<std::size_t>(left.rows), rows_together, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            run_vectorised<AddRows>(left, static_cast<NodeId>(row), right.values.data(), result.row(row), result.stride);
        }
    });
}

double inner_product(const DenseRows& a, const DenseRows& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        sum += a.values[i] * b.values[i];
    }
    return sum;
}

}  // namespace ndpool

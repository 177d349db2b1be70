#pragma once

#include <cstddef>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/graph/sparse_matrix.hpp"

// Internal to pyramid/: full matrices and their products. Every sum is taken in ascending order of what it runs over, so the
// bits are the same for every build and every number of threads, which Eigen's products do not promise.
namespace ndpool {

/// A full matrix, row by row. Rows and columns are filled up with zeros to whole tiles; these must stay zero.
struct DenseRows {
    static constexpr std::size_t tile_rows = 4;
    static constexpr std::size_t tile_columns = 8;

    DenseRows(std::size_t rows_, std::size_t columns_)
        : rows(rows_),
          columns(columns_),
          stride((columns_ + tile_columns - 1) / tile_columns * tile_columns),
          values((rows_ + tile_rows - 1) / tile_rows * tile_rows * stride, 0.0) {}

    [[nodiscard]] double* row(std::size_t index) { return values.data() + index * stride; }
    [[nodiscard]] const double* row(std::size_t index) const { return values.data() + index * stride; }

    std::size_t rows;
    std::size_t columns;
    std::size_t stride;
    std::vector<double> values;
};

/// result = left * right.
void multiply(const DenseRows& left, const DenseRows& right, DenseRows& result, const Parallel& parallel);

/// result = left^T * right.
void multiply_transposed(const DenseRows& left, const DenseRows& right, DenseRows& result, const Parallel& parallel);

/// result = left * right.
void multiply(const SparseMatrix& left, const DenseRows& right, DenseRows& result, const Parallel& parallel);

/// The sum of the products of equal places, of two matrices of the same size.
[[nodiscard]] double inner_product(const DenseRows& a, const DenseRows& b);

}  // namespace ndpool

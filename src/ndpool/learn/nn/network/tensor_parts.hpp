#pragma once

#include <ATen/CPUFunctions.h>
#include <torch/types.h>

#include <Eigen/Core>

#include "ndpool/base/eigen_blocking.hpp"

// Parts of matrices without any bookkeeping: graphs are small and many, so the overhead of a product costs more than the
// product. The columns of a row are contiguous.
namespace ndpool {

struct Columns {
    std::int64_t first;
    std::int64_t count;
};

[[nodiscard]] inline torch::Tensor part_of(const torch::Tensor& matrix, std::int64_t row, std::int64_t rows, Columns columns) {
    const std::int64_t step = matrix.size(1);
    return at::cpu::as_strided(matrix, {rows, columns.count}, {step, 1}, matrix.storage_offset() + row * step + columns.first);
}

[[nodiscard]] inline torch::Tensor part_of(const torch::Tensor& matrix, std::int64_t row, std::int64_t rows) {
    return part_of(matrix, row, rows, {0, matrix.size(1)});
}

[[nodiscard]] inline torch::Tensor transposed(const torch::Tensor& matrix) {
    return at::cpu::as_strided(matrix, {matrix.size(1), matrix.size(0)}, {matrix.stride(1), matrix.stride(0)},
                               matrix.storage_offset());
}

/// target = a b, or target += a b.
inline void put_product(torch::Tensor target, const torch::Tensor& a, const torch::Tensor& b) {
    at::cpu::mm_out(target, a, b);
}
inline void add_product(torch::Tensor target, const torch::Tensor& a, const torch::Tensor& b) {
    at::cpu::addmm_(target, a, b);
}

/// graphs x rows x columns as one matrix, the graphs stacked.
[[nodiscard]] inline torch::Tensor as_rows(const torch::Tensor& graphs) {
    return graphs.contiguous().view({-1, graphs.size(2)});
}

template <typename Scalar>
using RowMatrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The same numbers for Eigen.
template <typename Scalar>
[[nodiscard]] Eigen::Map<RowMatrix<Scalar>, 0, Eigen::OuterStride<>> numbers_of(const torch::Tensor& matrix) {
    return {matrix.data_ptr<Scalar>(), matrix.size(0), matrix.size(1), Eigen::OuterStride<>(matrix.stride(0))};
}

}  // namespace ndpool

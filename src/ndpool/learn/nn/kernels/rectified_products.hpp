#pragma once

#include <cstdint>
#include <span>

// Products of rows after a ReLU, which are zero in the same columns again and again: on PROTEINS six neighbouring rows are all
// zero in a third of the columns. Those are skipped. As long as all numbers are finite, the results have the bits of
// multiply_matrices, because a zero that is added changes no sum.
namespace ndpool {

/// One of several matrices that the same rows are multiplied with, stored row by row without gaps, and where the product goes.
struct RightFactor {
    const float* numbers;
    float* product;
};

/// product (+)= rows factor, where `rows` is count x inner and a factor inner x columns.
void multiply_rectified(const float* rows, std::int64_t count, std::int64_t inner, std::span<const RightFactor> factors,
                        std::int64_t columns, bool add);

/// product += rows^T factor, where `rows` is count x inner and a factor count x columns.
void add_rectified_transposed(const float* rows, std::int64_t count, std::int64_t inner, std::span<const RightFactor> factors,
                              std::int64_t columns);

}  // namespace ndpool

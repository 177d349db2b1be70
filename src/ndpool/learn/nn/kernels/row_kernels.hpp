#pragma once

#include <cstdint>

#include "ndpool/learn/data/sparse_rows.hpp"
#include "ndpool/learn/nn/kernels/activation.hpp"

// Loops over rows of features, the part of message passing that general tensor libraries are slow at. `float` is for networks
// and compiled for the widest vectors of the processor, `double` is for checking gradients. Matrices are stored row by row, and
// row i of a matrix with stride s begins at i * s.
namespace ndpool {

/// target[i] (+)= sum over entries k of row i of matrix: value_k * source[index_k], `width` numbers each; the activation is
/// applied to the sums.
template <typename Scalar>
void multiply_rows(const SparseRows& matrix, const Scalar* source, std::int64_t source_stride, Scalar* target,
                   std::int64_t target_stride, std::int64_t width, bool add, Activation activation = Activation::none);

/// target[i] (+)= source[rows[i]].
template <typename Scalar>
void gather_rows(const std::int32_t* rows, std::int64_t count, const Scalar* source, std::int64_t source_stride, Scalar* target,
                 std::int64_t target_stride, std::int64_t width);

/// target[rows[i]] += source[i].
template <typename Scalar>
void scatter_rows(const std::int32_t* rows, std::int64_t count, const Scalar* source, std::int64_t source_stride, Scalar* target,
                  std::int64_t target_stride, std::int64_t width);

/// target[i] = the largest of source[index_k] over entries k of row i of map, number by number, 0 where there is none. `argmax`
/// is the index that it comes from, the first of equals, or -1. All rows follow each other without gaps, `width` numbers each.
template <typename Scalar>
void largest_rows(const SparseRows& map, const Scalar* source, std::int64_t width, Scalar* target, std::int32_t* argmax);

/// target[argmax[i]] += source[i], number by number, for `count` rows.
template <typename Scalar>
void add_to_winners(const Scalar* source, const std::int32_t* argmax, std::int64_t count, std::int64_t width, Scalar* target);

/// values = max(values, 0).
template <typename Scalar>
void relu(Scalar* values, std::int64_t count);

/// target = gradient where output > 0, else 0.
template <typename Scalar>
void rectify_gradient(const Scalar* gradient, const Scalar* output, Scalar* target, std::int64_t count);

}  // namespace ndpool

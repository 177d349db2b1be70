// Internal: products of rows of `width` numbers with those columns of a matrix that a signal reaches.
#pragma once

#include <span>

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/learn/data/sparse_rows.hpp"

namespace ndpool {

/// The matrix row by row with its zeros if at least half of its numbers are not zero, as those of NMF; else nothing. Products
/// with it have the same bits and take less than half the time.
[[nodiscard]] AlignedVector<float> in_full(const SparseRows& matrix);

struct PickedColumns {
    const SparseRows& columns;             ///< the transposed matrix
    const AlignedVector<float>& full;      ///< in_full(columns)
    std::span<const std::int32_t> picked;  ///< in any order, none twice
};

/// target[i] += value * source[j] for all entries (i, value) of the columns picked[j]. `packed` is working memory.
void add_columns(const PickedColumns& matrix, const float* source, float* target, std::int64_t width,
                 AlignedVector<float>& packed);
/// target[j] = sum of value * source[i] over all entries (i, value) of the columns picked[j].
void sum_columns(const PickedColumns& matrix, const float* source, float* target, std::int64_t width,
                 AlignedVector<float>& packed);

}  // namespace ndpool

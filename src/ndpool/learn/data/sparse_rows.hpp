#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ndpool {

/// A sparse matrix by its rows in single precision, as networks use it: the entries of row i are those at
/// offsets[i] .. offsets[i + 1] - 1. A plain value without invariants.
struct SparseRows {
    std::int32_t rows = 0;
    std::int32_t columns = 0;
    std::vector<std::int32_t> offsets = {0};
    std::vector<std::int32_t> indices;
    std::vector<float> values;

    bool operator==(const SparseRows&) const = default;
};

/// Rows become columns; the entries of each row are ascending.
[[nodiscard]] SparseRows transposed(const SparseRows& matrix);

/// Some rows of a matrix, in the given order.
[[nodiscard]] SparseRows some_rows(const SparseRows& matrix, std::span<const std::int32_t> rows);

/// Puts the rows of a matrix below those that are there, its first column at the given one.
void append_rows(SparseRows& all, const SparseRows& below, std::int32_t first_column = 0);

/// From numbers row by row, and back. What is zero is not stored.
[[nodiscard]] SparseRows without_zeros(std::int32_t columns, std::span<const float> numbers);
[[nodiscard]] std::vector<float> with_zeros(const SparseRows& matrix);

}  // namespace ndpool

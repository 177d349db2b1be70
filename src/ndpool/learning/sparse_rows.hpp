#pragma once

#include <cstdint>
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

}  // namespace ndpool

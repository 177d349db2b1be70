#pragma once

#include <span>

#include "ndpool/learn/data/sparse_rows.hpp"

namespace ndpool {

/// Which rows of a matrix are equal to the bit, so that what follows from them need be computed only once.
struct EqualRows {
    std::vector<std::int32_t> kept;    ///< the first of each set of equal rows, ascending
    std::vector<std::int32_t> places;  ///< for each row, the place in `kept` of the one that it equals
};

/// Entries in another order make another row.
[[nodiscard]] EqualRows equal_rows(const SparseRows& matrix);

/// The same for a matrix that is stored row by row with its zeros.
[[nodiscard]] EqualRows equal_rows(std::span<const float> numbers, std::int64_t rows);

}  // namespace ndpool

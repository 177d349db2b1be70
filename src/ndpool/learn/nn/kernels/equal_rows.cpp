#include "ndpool/learn/nn/kernels/equal_rows.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace ndpool {

namespace {

/// `compare(a, b)` has a sign that puts the rows in some order, and is 0 for equal ones.
template <typename Compare>
EqualRows equal_by(std::int64_t rows, const Compare& compare) {
    std::vector<std::int32_t> sorted(static_cast<std::size_t>(rows));
    std::iota(sorted.begin(), sorted.end(), 0);
    std::sort(sorted.begin(), sorted.end(), [&](std::int32_t a, std::int32_t b) {
        const int sign = compare(a, b);
        return sign != 0 ? sign < 0 : a < b;
    });
    std::vector<std::int32_t> first_equal(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const bool is_first = i == 0 || compare(sorted[i - 1], sorted[i]) != 0;
        first_equal[sorted[i]] = is_first ? sorted[i] : first_equal[sorted[i - 1]];
    }
    EqualRows result{{}, std::vector<std::int32_t>(sorted.size())};
    for (std::int32_t row = 0; row < static_cast<std::int32_t>(rows); ++row) {
        if (first_equal[row] == row) {
            result.places[row] = static_cast<std::int32_t>(result.kept.size());
            result.kept.push_back(row);
        } else {
            result.places[row] = result.places[first_equal[row]];
        }
    }
    return result;
}

}  // namespace

EqualRows equal_rows(const SparseRows& matrix) {
    return equal_by(matrix.rows, [&](std::int32_t a, std::int32_t b) {
        const std::int32_t first = matrix.offsets[a];
        const std::int32_t second = matrix.offsets[b];
        const std::int32_t entries = matrix.offsets[a + 1] - first;
        if (const std::int32_t others = matrix.offsets[b + 1] - second; entries != others) {
            return entries < others ? -1 : 1;
        }
        const std::size_t bytes = static_cast<std::size_t>(entries) * sizeof(float);
        if (const int sign = std::memcmp(matrix.indices.data() + first, matrix.indices.data() + second, bytes)) {
            return sign;
        }
        return std::memcmp(matrix.values.data() + first, matrix.values.data() + second, bytes);
    });
}

EqualRows equal_rows(std::span<const float> numbers, std::int64_t rows) {
    const std::size_t columns = rows > 0 ? numbers.size() / static_cast<std::size_t>(rows) : 0;
    return equal_by(rows, [&](std::int32_t a, std::int32_t b) {
        return std::memcmp(numbers.data() + static_cast<std::size_t>(a) * columns,
                           numbers.data() + static_cast<std::size_t>(b) * columns, columns * sizeof(float));
    });
}

}  // namespace ndpool

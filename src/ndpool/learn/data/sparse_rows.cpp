#include "ndpool/learn/data/sparse_rows.hpp"

#include <algorithm>
#include <numeric>

namespace ndpool {

SparseRows transposed(const SparseRows& matrix) {
    SparseRows result{matrix.columns, matrix.rows, std::vector<std::int32_t>(matrix.columns + 1, 0),
                      std::vector<std::int32_t>(matrix.indices.size()), std::vector<float>(matrix.values.size())};
    for (const std::int32_t column : matrix.indices) {
        ++result.offsets[column + 1];
    }
    std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
    std::vector<std::int32_t> next(result.offsets.begin(), result.offsets.end() - 1);
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            const std::int32_t place = next[matrix.indices[k]]++;
            result.indices[place] = row;
            result.values[place] = matrix.values[k];
        }
    }
    return result;
}

SparseRows some_rows(const SparseRows& matrix, std::span<const std::int32_t> rows) {
    SparseRows result{static_cast<std::int32_t>(rows.size()), matrix.columns, {0}, {}, {}};
    for (const std::int32_t row : rows) {
        const auto begin = matrix.offsets[row];
        const auto end = matrix.offsets[row + 1];
        result.indices.insert(result.indices.end(), matrix.indices.begin() + begin, matrix.indices.begin() + end);
        result.values.insert(result.values.end(), matrix.values.begin() + begin, matrix.values.begin() + end);
        result.offsets.push_back(static_cast<std::int32_t>(result.indices.size()));
    }
    return result;
}

void append_rows(SparseRows& all, const SparseRows& below, std::int32_t first_column) {
    const auto shift = static_cast<std::int32_t>(all.indices.size());
    for (std::int32_t row = 0; row < below.rows; ++row) {
        all.offsets.push_back(shift + below.offsets[row + 1]);
    }
    for (const std::int32_t index : below.indices) {
        all.indices.push_back(first_column + index);
    }
    all.values.insert(all.values.end(), below.values.begin(), below.values.end());
    all.rows += below.rows;
    all.columns = std::max(all.columns, first_column + below.columns);
}

SparseRows without_zeros(std::int32_t columns, std::span<const float> numbers) {
    SparseRows result;
    result.rows = columns > 0 ? static_cast<std::int32_t>(numbers.size()) / columns : 0;
    result.columns = columns;
    for (std::int32_t row = 0; row < result.rows; ++row) {
        for (std::int32_t column = 0; column < columns; ++column) {
            const float number = numbers[static_cast<std::size_t>(row) * columns + column];
            if (number != 0) {
                result.indices.push_back(column);
                result.values.push_back(number);
            }
        }
        result.offsets.push_back(static_cast<std::int32_t>(result.indices.size()));
    }
    return result;
}

std::vector<float> with_zeros(const SparseRows& matrix) {
    std::vector<float> numbers(static_cast<std::size_t>(matrix.rows) * matrix.columns, 0);
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            numbers[static_cast<std::size_t>(row) * matrix.columns + matrix.indices[k]] = matrix.values[k];
        }
    }
    return numbers;
}

}  // namespace ndpool

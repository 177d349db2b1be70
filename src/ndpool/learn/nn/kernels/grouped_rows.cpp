#include "ndpool/learn/nn/kernels/grouped_rows.hpp"

#include <algorithm>
#include <numeric>

namespace ndpool {

namespace {

template <typename Number>
void prefetch(const std::vector<Number>& numbers) {
#if defined(__GNUC__)
    constexpr std::size_t line = 64 / sizeof(Number);
    constexpr int for_reading = 0;
    constexpr int second_level = 2;
    for (std::size_t i = 0; i < numbers.size(); i += line) {
        __builtin_prefetch(numbers.data() + i, for_reading, second_level);
    }
#endif
}

}  // namespace

void prefetch(const GroupedRows& matrix) {
    prefetch(matrix.order);
    prefetch(matrix.indices);
    prefetch(matrix.values);
}

GroupedRows grouped(const SparseRows& matrix) {
    GroupedRows result;
    result.rows = matrix.rows;
    result.order.resize(static_cast<std::size_t>(matrix.rows));
    result.indices.reserve(matrix.indices.size());
    result.values.reserve(matrix.values.size());
    const auto entries_of = [&](std::int32_t row) { return matrix.offsets[row + 1] - matrix.offsets[row]; };
    std::iota(result.order.begin(), result.order.end(), 0);
    std::stable_sort(result.order.begin(), result.order.end(),
                     [&](std::int32_t a, std::int32_t b) { return entries_of(a) < entries_of(b); });
    for (const std::int32_t row : result.order) {
        if (result.groups.empty() || result.groups.back().entries != entries_of(row)) {
            result.groups.push_back({entries_of(row), 0});
        }
        ++result.groups.back().rows;
        const std::int32_t begin = matrix.offsets[row];
        const std::int32_t end = matrix.offsets[row + 1];
        result.indices.insert(result.indices.end(), matrix.indices.begin() + begin, matrix.indices.begin() + end);
        result.values.insert(result.values.end(), matrix.values.begin() + begin, matrix.values.begin() + end);
    }
    return result;
}

}  // namespace ndpool

#include "ndpool/learn/signals/network/picked_columns.hpp"

#include <algorithm>

#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/signals/network/signal_kernels.hpp"

namespace ndpool {

namespace {

/// The picked columns, one after the other.
const float* picked_in_full(const PickedColumns& matrix, AlignedVector<float>& packed) {
    const bool all = matrix.picked.size() == static_cast<std::size_t>(matrix.columns.rows);
    if (all && std::is_sorted(matrix.picked.begin(), matrix.picked.end())) {
        return matrix.full.data();
    }
    const auto length = static_cast<std::size_t>(matrix.columns.columns);
    packed.resize(std::max(packed.size(), matrix.picked.size() * length));
    float* to = packed.data();
    for (const std::int32_t column : matrix.picked) {
        to = std::copy_n(matrix.full.data() + static_cast<std::size_t>(column) * length, length, to);
    }
    return packed.data();
}

}  // namespace

AlignedVector<float> in_full(const SparseRows& matrix) {
    const auto numbers = static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.columns);
    if (numbers == 0 || 2 * matrix.values.size() < numbers) {
        return {};
    }
    const std::vector<float> full = with_zeros(matrix);
    return {full.begin(), full.end()};
}

void add_columns(const PickedColumns& matrix, const float* source, float* target, std::int64_t width,
                 AlignedVector<float>& packed) {
    const auto count = static_cast<std::int64_t>(matrix.picked.size());
    if (matrix.full.empty()) {
        scatter_columns(matrix.columns, matrix.picked.data(), count, source, target, width);
        return;
    }
    const std::int64_t length = matrix.columns.columns;
    multiply_matrices({picked_in_full(matrix, packed), 1, length}, source, target, length, count, width, true);
}

void sum_columns(const PickedColumns& matrix, const float* source, float* target, std::int64_t width,
                 AlignedVector<float>& packed) {
    const auto count = static_cast<std::int64_t>(matrix.picked.size());
    if (matrix.full.empty()) {
        gather_columns(matrix.columns, matrix.picked.data(), count, source, target, width);
        return;
    }
    const std::int64_t length = matrix.columns.columns;
    multiply_matrices({picked_in_full(matrix, packed), length, 1}, source, target, count, length, width, false);
}

}  // namespace ndpool

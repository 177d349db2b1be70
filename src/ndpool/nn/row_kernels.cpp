#include "ndpool/nn/row_kernels.hpp"

#include <algorithm>

#include "ndpool/base/wide_vectors.hpp"

namespace ndpool {

namespace {

constexpr std::int64_t lanes = 16;

template <typename Scalar>
struct LanesOf;
template <>
struct LanesOf<float> {
    using Type __attribute__((vector_size(lanes * sizeof(float)), aligned(sizeof(float)), may_alias)) = float;
};
template <>
struct LanesOf<double> {
    using Type __attribute__((vector_size(lanes * sizeof(double)), aligned(sizeof(double)), may_alias)) = double;
};

/// `Blocks` times 16 neighbouring columns of one row, summed in registers.
template <int Blocks, typename Scalar>
[[gnu::always_inline]] inline void multiply_block(const SparseRows& matrix, std::int32_t row, const Scalar* source,
                                                  std::int64_t stride, Scalar* target, bool add) {
    using Lanes = typename LanesOf<Scalar>::Type;
    Lanes sums[Blocks];
    for (int b = 0; b < Blocks; ++b) {
        sums[b] = add ? reinterpret_cast<const Lanes*>(target + b * lanes)[0] : Lanes{};
    }
    for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
        const Scalar value = static_cast<Scalar>(matrix.values[k]);
        const Scalar* from = source + matrix.indices[k] * stride;
        for (int b = 0; b < Blocks; ++b) {
            sums[b] += value * reinterpret_cast<const Lanes*>(from + b * lanes)[0];
        }
    }
    for (int b = 0; b < Blocks; ++b) {
        reinterpret_cast<Lanes*>(target + b * lanes)[0] = sums[b];
    }
}

template <typename Scalar>
[[gnu::always_inline]] inline void multiply_all(const SparseRows& matrix, const Scalar* source, std::int64_t source_stride,
                                                Scalar* target, std::int64_t target_stride, std::int64_t width, bool add) {
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        Scalar* to = target + row * target_stride;
        std::int64_t column = 0;
        for (; column + 2 * lanes <= width; column += 2 * lanes) {
            multiply_block<2>(matrix, row, source + column, source_stride, to + column, add);
        }
        for (; column + lanes <= width; column += lanes) {
            multiply_block<1>(matrix, row, source + column, source_stride, to + column, add);
        }
        if (column == width) {
            continue;
        }
        if (!add) {
            std::fill(to + column, to + width, Scalar(0));
        }
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            const Scalar value = static_cast<Scalar>(matrix.values[k]);
            const Scalar* from = source + matrix.indices[k] * source_stride;
            for (std::int64_t c = column; c < width; ++c) {
                to[c] += value * from[c];
            }
        }
    }
}

NDPOOL_FOR_WIDE_VECTORS void multiply_floats(const SparseRows& matrix, const float* source, std::int64_t source_stride,
                                             float* target, std::int64_t target_stride, std::int64_t width, bool add) {
    multiply_all(matrix, source, source_stride, target, target_stride, width, add);
}

template <typename Scalar>
[[gnu::always_inline]] inline void largest_of_all(const SparseRows& map, const Scalar* source, std::int64_t width, Scalar* target,
                                                  std::int32_t* winners) {
    for (std::int32_t row = 0; row < map.rows; ++row) {
        Scalar* const to = target + row * width;
        std::int32_t* const winner = winners + row * width;
        const std::int32_t begin = map.offsets[row];
        const std::int32_t end = map.offsets[row + 1];
        std::fill_n(winner, width, begin < end ? map.indices[begin] : -1);
        if (begin == end) {
            std::fill_n(to, width, Scalar(0));
            continue;
        }
        std::copy_n(source + map.indices[begin] * width, width, to);
        for (std::int32_t k = begin + 1; k < end; ++k) {
            const std::int32_t index = map.indices[k];
            const Scalar* const from = source + index * width;
            for (std::int64_t c = 0; c < width; ++c) {
                const bool wins = from[c] > to[c];
                winner[c] = wins ? index : winner[c];
                to[c] = wins ? from[c] : to[c];
            }
        }
    }
}

NDPOOL_FOR_WIDE_VECTORS void largest_floats(const SparseRows& map, const float* source, std::int64_t width, float* target,
                                            std::int32_t* winners) {
    largest_of_all(map, source, width, target, winners);
}

NDPOOL_FOR_WIDE_VECTORS void rectify_floats(float* values, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        values[i] = values[i] > 0 ? values[i] : 0;
    }
}

NDPOOL_FOR_WIDE_VECTORS void rectify_float_gradient(const float* gradient, const float* output, float* target,
                                                    std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        target[i] = output[i] > 0 ? gradient[i] : 0;
    }
}

}  // namespace

template <>
void multiply_rows(const SparseRows& matrix, const float* source, std::int64_t source_stride, float* target,
                   std::int64_t target_stride, std::int64_t width, bool add) {
    multiply_floats(matrix, source, source_stride, target, target_stride, width, add);
}

template <>
void multiply_rows(const SparseRows& matrix, const double* source, std::int64_t source_stride, double* target,
                   std::int64_t target_stride, std::int64_t width, bool add) {
    multiply_all(matrix, source, source_stride, target, target_stride, width, add);
}

template <typename Scalar>
void gather_rows(const std::int32_t* rows, std::int64_t count, const Scalar* source, std::int64_t source_stride, Scalar* target,
                 std::int64_t target_stride, std::int64_t width) {
    for (std::int64_t i = 0; i < count; ++i) {
        std::copy_n(source + rows[i] * source_stride, width, target + i * target_stride);
    }
}

template <typename Scalar>
void scatter_rows(const std::int32_t* rows, std::int64_t count, const Scalar* source, std::int64_t source_stride, Scalar* target,
                  std::int64_t target_stride, std::int64_t width) {
    for (std::int64_t i = 0; i < count; ++i) {
        const Scalar* from = source + i * source_stride;
        Scalar* to = target + rows[i] * target_stride;
        for (std::int64_t c = 0; c < width; ++c) {
            to[c] += from[c];
        }
    }
}

template void gather_rows(const std::int32_t*, std::int64_t, const float*, std::int64_t, float*, std::int64_t, std::int64_t);
template void gather_rows(const std::int32_t*, std::int64_t, const double*, std::int64_t, double*, std::int64_t, std::int64_t);
template void scatter_rows(const std::int32_t*, std::int64_t, const float*, std::int64_t, float*, std::int64_t, std::int64_t);
template void scatter_rows(const std::int32_t*, std::int64_t, const double*, std::int64_t, double*, std::int64_t, std::int64_t);

template <>
void largest_rows(const SparseRows& map, const float* source, std::int64_t width, float* target, std::int32_t* winners) {
    largest_floats(map, source, width, target, winners);
}

template <>
void largest_rows(const SparseRows& map, const double* source, std::int64_t width, double* target, std::int32_t* winners) {
    largest_of_all(map, source, width, target, winners);
}

template <typename Scalar>
void add_to_winners(const Scalar* source, const std::int32_t* winners, std::int64_t count, std::int64_t width, Scalar* target) {
    for (std::int64_t row = 0; row < count; ++row) {
        for (std::int64_t c = 0; c < width; ++c) {
            const std::int32_t winner = winners[row * width + c];
            if (winner >= 0) {
                target[winner * width + c] += source[row * width + c];
            }
        }
    }
}

template void add_to_winners(const float*, const std::int32_t*, std::int64_t, std::int64_t, float*);
template void add_to_winners(const double*, const std::int32_t*, std::int64_t, std::int64_t, double*);

template <>
void rectify(float* values, std::int64_t count) {
    rectify_floats(values, count);
}

template <>
void rectify(double* values, std::int64_t count) {
    std::transform(values, values + count, values, [](double value) { return value > 0 ? value : 0; });
}

template <>
void rectify_gradient(const float* gradient, const float* output, float* target, std::int64_t count) {
    rectify_float_gradient(gradient, output, target, count);
}

template <>
void rectify_gradient(const double* gradient, const double* output, double* target, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        target[i] = output[i] > 0 ? gradient[i] : 0;
    }
}

}  // namespace ndpool

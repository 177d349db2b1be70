#include "ndpool/learn/nn/kernels/row_kernels.hpp"

#include <algorithm>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

/// `columns` neighbouring columns of all rows, summed in registers.
template <bool rectify, int columns, int bytes, typename Scalar>
[[gnu::always_inline]] inline void multiply_columns(const SparseRows& matrix, const Scalar* source, std::int64_t source_stride,
                                                    Scalar* target, std::int64_t target_stride, bool add) {
    using Part = Lanes<Scalar, columns, bytes>;
    const std::int32_t* const indices = matrix.indices.data();
    const float* const values = matrix.values.data();
    const std::int32_t* end = matrix.offsets.data() + 1;
    std::int32_t k = *matrix.offsets.data();
    for (std::int32_t row = 0; row < matrix.rows; ++row, ++end, target += target_stride) {
        Part sums = add ? Part::load(target) : Part::zero();
        for (const std::int32_t last = *end; k < last; ++k) {
            sums += Part::load(source + indices[k] * source_stride) * static_cast<Scalar>(values[k]);
        }
        if constexpr (rectify) {
            sums = sums.rectified();
        }
        sums.store(target);
    }
}

template <bool rectify, typename Scalar>
struct MultiplyRows {
    template <int bytes>
    [[gnu::always_inline]] static void run(const SparseRows& matrix, const Scalar* source, std::int64_t source_stride,
                                           Scalar* target, std::int64_t target_stride, std::int64_t width, bool add) {
        std::int64_t column = 0;
        for (; column + 32 <= width; column += 32) {
            multiply_columns<rectify, 32, bytes>(matrix, source + column, source_stride, target + column, target_stride, add);
        }
        for (; column + 8 <= width; column += 8) {
            multiply_columns<rectify, 8, bytes>(matrix, source + column, source_stride, target + column, target_stride, add);
        }
        for (std::int32_t row = 0; column < width && row < matrix.rows; ++row) {
            multiply_rest(matrix, row, source, source_stride, target + row * target_stride, column, width, add);
        }
    }

    /// The last columns, fewer than eight.
    [[gnu::always_inline]] static void multiply_rest(const SparseRows& matrix, std::int32_t row, const Scalar* source,
                                                     std::int64_t stride, Scalar* target, std::int64_t column, std::int64_t width,
                                                     bool add) {
        if (!add) {
            std::fill(target + column, target + width, Scalar(0));
        }
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            const Scalar value = static_cast<Scalar>(matrix.values[k]);
            const Scalar* from = source + matrix.indices[k] * stride;
            for (std::int64_t c = column; c < width; ++c) {
                target[c] += value * from[c];
            }
        }
        for (std::int64_t c = column; rectify && c < width; ++c) {
            target[c] = target[c] > 0 ? target[c] : 0;
        }
    }
};

template <typename Scalar>
struct GatherRows {
    template <int bytes>
    [[gnu::always_inline]] static void run(const std::int32_t* rows, std::int64_t count, const Scalar* source,
                                           std::int64_t source_stride, Scalar* target, std::int64_t target_stride,
                                           std::int64_t width) {
        using Part = Lanes<Scalar, 32, bytes>;
        for (std::int64_t i = 0; i < count; ++i) {
            const Scalar* const from = source + rows[i] * source_stride;
            Scalar* const to = target + i * target_stride;
            std::int64_t column = 0;
            for (; column + 32 <= width; column += 32) {
                Part::load(from + column).store(to + column);
            }
            for (; column < width; ++column) {
                to[column] = from[column];
            }
        }
    }
};

template <typename Scalar>
struct ScatterRows {
    template <int bytes>
    [[gnu::always_inline]] static void run(const std::int32_t* rows, std::int64_t count, const Scalar* source,
                                           std::int64_t source_stride, Scalar* target, std::int64_t target_stride,
                                           std::int64_t width) {
        using Part = Lanes<Scalar, 32, bytes>;
        for (std::int64_t i = 0; i < count; ++i) {
            const Scalar* const from = source + i * source_stride;
            Scalar* const to = target + rows[i] * target_stride;
            std::int64_t column = 0;
            for (; column + 32 <= width; column += 32) {
                (Part::load(to + column) + Part::load(from + column)).store(to + column);
            }
            for (; column < width; ++column) {
                to[column] += from[column];
            }
        }
    }
};

template <typename Scalar>
struct LargestRows {
    template <int bytes>
    [[gnu::always_inline]] static void run(const SparseRows& map, const Scalar* source, std::int64_t width, Scalar* target,
                                           std::int32_t* argmax) {
        for (std::int32_t row = 0; row < map.rows; ++row) {
            Scalar* const to = target + row * width;
            std::int32_t* const winner = argmax + row * width;
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
};

template <typename Scalar>
struct Rectify {
    template <int bytes>
    [[gnu::always_inline]] static void run(Scalar* values, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            values[i] = values[i] > 0 ? values[i] : 0;
        }
    }
};

template <typename Scalar>
struct RectifyGradient {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Scalar* gradient, const Scalar* output, Scalar* target, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            target[i] = output[i] > 0 ? gradient[i] : 0;
        }
    }
};

}  // namespace

template <typename Scalar>
void multiply_rows(const SparseRows& matrix, const Scalar* source, std::int64_t source_stride, Scalar* target,
                   std::int64_t target_stride, std::int64_t width, bool add, Activation activation) {
    if (activation == Activation::relu) {
        run_vectorised<MultiplyRows<true, Scalar>>(matrix, source, source_stride, target, target_stride, width, add);
    } else {
        run_vectorised<MultiplyRows<false, Scalar>>(matrix, source, source_stride, target, target_stride, width, add);
    }
}

template void multiply_rows(const SparseRows&, const float*, std::int64_t, float*, std::int64_t, std::int64_t, bool, Activation);
template void multiply_rows(const SparseRows&, const double*, std::int64_t, double*, std::int64_t, std::int64_t, bool,
                            Activation);

template <typename Scalar>
void gather_rows(const std::int32_t* rows, std::int64_t count, const Scalar* source, std::int64_t source_stride, Scalar* target,
                 std::int64_t target_stride, std::int64_t width) {
    run_vectorised<GatherRows<Scalar>>(rows, count, source, source_stride, target, target_stride, width);
}

template <typename Scalar>
void scatter_rows(const std::int32_t* rows, std::int64_t count, const Scalar* source, std::int64_t source_stride, Scalar* target,
                  std::int64_t target_stride, std::int64_t width) {
    run_vectorised<ScatterRows<Scalar>>(rows, count, source, source_stride, target, target_stride, width);
}

template void gather_rows(const std::int32_t*, std::int64_t, const float*, std::int64_t, float*, std::int64_t, std::int64_t);
template void gather_rows(const std::int32_t*, std::int64_t, const double*, std::int64_t, double*, std::int64_t, std::int64_t);
template void scatter_rows(const std::int32_t*, std::int64_t, const float*, std::int64_t, float*, std::int64_t, std::int64_t);
template void scatter_rows(const std::int32_t*, std::int64_t, const double*, std::int64_t, double*, std::int64_t, std::int64_t);

template <typename Scalar>
void largest_rows(const SparseRows& map, const Scalar* source, std::int64_t width, Scalar* target, std::int32_t* argmax) {
    run_vectorised<LargestRows<Scalar>>(map, source, width, target, argmax);
}

template void largest_rows(const SparseRows&, const float*, std::int64_t, float*, std::int32_t*);
template void largest_rows(const SparseRows&, const double*, std::int64_t, double*, std::int32_t*);

template <typename Scalar>
void add_to_winners(const Scalar* source, const std::int32_t* argmax, std::int64_t count, std::int64_t width, Scalar* target) {
    for (std::int64_t row = 0; row < count; ++row) {
        for (std::int64_t c = 0; c < width; ++c) {
            const std::int32_t winner = argmax[row * width + c];
            if (winner >= 0) {
                target[winner * width + c] += source[row * width + c];
            }
        }
    }
}

template void add_to_winners(const float*, const std::int32_t*, std::int64_t, std::int64_t, float*);
template void add_to_winners(const double*, const std::int32_t*, std::int64_t, std::int64_t, double*);

template <typename Scalar>
void relu(Scalar* values, std::int64_t count) {
    run_vectorised<Rectify<Scalar>>(values, count);
}

template void relu(float*, std::int64_t);
template void relu(double*, std::int64_t);

template <typename Scalar>
void rectify_gradient(const Scalar* gradient, const Scalar* output, Scalar* target, std::int64_t count) {
    run_vectorised<RectifyGradient<Scalar>>(gradient, output, target, count);
}

template void rectify_gradient(const float*, const float*, float*, std::int64_t);
template void rectify_gradient(const double*, const double*, double*, std::int64_t);

}  // namespace ndpool

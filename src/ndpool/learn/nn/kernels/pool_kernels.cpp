#include "ndpool/learn/nn/kernels/pool_kernels.hpp"

#include <algorithm>
#include <cstring>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

/// Calls Columns::run<columns, bytes>(column) for groups of 32 and 8 neighbouring columns, and of single ones at the end.
template <int bytes, typename Work>
[[gnu::always_inline]] inline void for_columns(std::int64_t width, const Work& work) {
    std::int64_t column = 0;
    for (; column + 32 <= width; column += 32) {
        work.template run<32, bytes>(column);
    }
    for (; column + 8 <= width; column += 8) {
        work.template run<8, bytes>(column);
    }
    for (; column < width; ++column) {
        work.template run<1, bytes>(column);
    }
}

template <bool rectify>
struct SumGradientColumns {
    const SparseRows& transposed;
    const float* pooled_gradient;
    std::int64_t stride;
    const float* outputs;
    std::int64_t width;
    float* outputs_gradient;

    template <int columns, int bytes>
    [[gnu::always_inline]] void run(std::int64_t column) const {
        using Part = Lanes<float, columns, bytes>;
        const std::int32_t* const indices = transposed.indices.data();
        const float* const values = transposed.values.data();
        std::int32_t k = transposed.offsets.front();
        for (std::int32_t row = 0; row < transposed.rows; ++row) {
            Part sums = Part::zero();
            for (const std::int32_t end = transposed.offsets[row + 1]; k < end; ++k) {
                sums += Part::load(pooled_gradient + indices[k] * stride + column) * values[k];
            }
            if constexpr (rectify) {
                sums = sums.where_positive(Part::load(outputs + row * width + column));
            }
            sums.store(outputs_gradient + row * width + column);
        }
    }
};

template <bool rectify>
struct PoolSumsGradient {
    template <int bytes>
    [[gnu::always_inline]] static void run(const SparseRows& transposed, const float* pooled_gradient, std::int64_t stride,
                                           const float* outputs, std::int64_t width, float* outputs_gradient) {
        for_columns<bytes>(width,
                           SumGradientColumns<rectify>{transposed, pooled_gradient, stride, outputs, width, outputs_gradient});
    }
};

template <bool rectify>
struct TakenGradientColumns {
    const std::vector<std::int32_t>& rows;
    const float* pooled_gradient;
    std::int64_t stride;
    const float* outputs;
    std::int64_t width;
    float* outputs_gradient;

    template <int columns, int bytes>
    [[gnu::always_inline]] void run(std::int64_t column) const {
        using Part = Lanes<float, columns, bytes>;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::int64_t place = rows[i] * width + column;
            Part added = Part::load(pooled_gradient + static_cast<std::int64_t>(i) * stride + column);
            if constexpr (rectify) {
                added = added.where_positive(Part::load(outputs + place));
            }
            (Part::load(outputs_gradient + place) + added).store(outputs_gradient + place);
        }
    }
};

template <bool rectify>
struct AddTakenGradient {
    template <int bytes>
    [[gnu::always_inline]] static void run(const std::vector<std::int32_t>& rows, const float* pooled_gradient,
                                           std::int64_t stride, const float* outputs, std::int64_t width,
                                           float* outputs_gradient) {
        for_columns<bytes>(width, TakenGradientColumns<rectify>{rows, pooled_gradient, stride, outputs, width, outputs_gradient});
    }
};

/// `columns` numbers, and as many whole ones, in registers of the processor.
template <int columns, int bytes>
struct NumbersWithPlaces {
    static constexpr int lanes = std::min(columns, bytes / 4);
    static constexpr int registers = columns / lanes;
    using Numbers [[gnu::vector_size(lanes * 4)]] = float;
    using Places [[gnu::vector_size(lanes * 4)]] = std::int32_t;

    template <typename Register, typename Number>
    [[gnu::always_inline]] static void load(const Number* from, int part, Register& loaded) {
        std::memcpy(&loaded, from + part * lanes, sizeof(Register));
    }
    template <typename Register, typename Number>
    [[gnu::always_inline]] static void store(const Register& stored, Number* to, int part) {
        std::memcpy(to + part * lanes, &stored, sizeof(Register));
    }
};

/// `columns` neighbouring columns with the largest numbers and where they come from in registers.
template <bool rectify>
struct MaximumColumns {
    const SparseRows& pool;
    const float* outputs;
    std::int64_t width;
    float* pooled;
    std::int64_t stride;
    std::int32_t* argmax;

    template <int columns, int bytes>
    [[gnu::always_inline]] void run(std::int64_t column) const {
        using Parts = NumbersWithPlaces<columns, bytes>;
        using Numbers = typename Parts::Numbers;
        using Places = typename Parts::Places;
        std::int32_t k = pool.offsets.front();
        for (std::int32_t row = 0; row < pool.rows; ++row) {
            Numbers largest[Parts::registers] = {};
            Places winner[Parts::registers] = {};
            const std::int32_t end = pool.offsets[row + 1];
            const bool begins = !rectify && k < end;  // a rectified maximum begins with zero, from which no gradient comes
#pragma GCC unroll 8
            for (int part = 0; part < Parts::registers; ++part) {
                winner[part] = Places{} - 1;
                if (begins) {
                    Parts::load(outputs + pool.indices[k] * width + column, part, largest[part]);
                    winner[part] = Places{} + pool.indices[k];
                }
            }
            for (k += begins ? 1 : 0; k < end; ++k) {
                const float* const from = outputs + pool.indices[k] * width + column;
                const Places index = Places{} + pool.indices[k];
#pragma GCC unroll 8
                for (int part = 0; part < Parts::registers; ++part) {
                    Numbers number;
                    Parts::load(from, part, number);
                    const Places wins = number > largest[part];
                    winner[part] = (index & wins) | (winner[part] & ~wins);
                    largest[part] = number > largest[part] ? number : largest[part];
                }
            }
#pragma GCC unroll 8
            for (int part = 0; part < Parts::registers; ++part) {
                Parts::store(largest[part], pooled + row * stride + column, part);
                Parts::store(winner[part], argmax + row * width + column, part);
            }
        }
    }
};

template <bool rectify>
struct PoolMaxima {
    template <int bytes>
    [[gnu::always_inline]] static void run(const SparseRows& pool, const float* outputs, std::int64_t width, float* pooled,
                                           std::int64_t stride, std::int32_t* argmax) {
        for_columns<bytes>(width, MaximumColumns<rectify>{pool, outputs, width, pooled, stride, argmax});
    }
};

struct MaximumGradientColumns {
    const SparseRows& transposed;
    const float* pooled_gradient;
    std::int64_t stride;
    const std::int32_t* argmax;
    std::int64_t width;
    float* outputs_gradient;

    template <int columns, int bytes>
    [[gnu::always_inline]] void run(std::int64_t column) const {
        using Parts = NumbersWithPlaces<columns, bytes>;
        using Numbers = typename Parts::Numbers;
        using Places = typename Parts::Places;
        std::int32_t k = transposed.offsets.front();
        for (std::int32_t row = 0; row < transposed.rows; ++row) {
            Numbers sums[Parts::registers] = {};
            for (const std::int32_t end = transposed.offsets[row + 1]; k < end; ++k) {
                const std::int64_t pooled = transposed.indices[k];
#pragma GCC unroll 8
                for (int part = 0; part < Parts::registers; ++part) {
                    Places winner;
                    Numbers gradient;
                    Parts::load(argmax + pooled * width + column, part, winner);
                    Parts::load(pooled_gradient + pooled * stride + column, part, gradient);
                    sums[part] += winner == row ? gradient : Numbers{};
                }
            }
#pragma GCC unroll 8
            for (int part = 0; part < Parts::registers; ++part) {
                Parts::store(sums[part], outputs_gradient + row * width + column, part);
            }
        }
    }
};

struct PoolMaximaGradient {
    template <int bytes>
    [[gnu::always_inline]] static void run(const SparseRows& transposed, const float* pooled_gradient, std::int64_t stride,
                                           const std::int32_t* argmax, std::int64_t width, float* outputs_gradient) {
        for_columns<bytes>(width, MaximumGradientColumns{transposed, pooled_gradient, stride, argmax, width, outputs_gradient});
    }
};

}  // namespace

void pool_sums_gradient(const SparseRows& transposed, const float* pooled_gradient, std::int64_t stride, const float* outputs,
                        std::int64_t width, Activation activation, float* outputs_gradient) {
    if (activation == Activation::relu) {
        run_vectorised<PoolSumsGradient<true>>(transposed, pooled_gradient, stride, outputs, width, outputs_gradient);
    } else {
        run_vectorised<PoolSumsGradient<false>>(transposed, pooled_gradient, stride, outputs, width, outputs_gradient);
    }
}

void add_taken_gradient(const std::vector<std::int32_t>& rows, const float* pooled_gradient, std::int64_t stride,
                        const float* outputs, std::int64_t width, Activation activation, float* outputs_gradient) {
    if (activation == Activation::relu) {
        run_vectorised<AddTakenGradient<true>>(rows, pooled_gradient, stride, outputs, width, outputs_gradient);
    } else {
        run_vectorised<AddTakenGradient<false>>(rows, pooled_gradient, stride, outputs, width, outputs_gradient);
    }
}

void pool_maxima(const SparseRows& pool, const float* outputs, std::int64_t width, Activation activation, float* pooled,
                 std::int64_t stride, std::int32_t* argmax) {
    if (activation == Activation::relu) {
        run_vectorised<PoolMaxima<true>>(pool, outputs, width, pooled, stride, argmax);
    } else {
        run_vectorised<PoolMaxima<false>>(pool, outputs, width, pooled, stride, argmax);
    }
}

void pool_maxima_gradient(const SparseRows& transposed, const float* pooled_gradient, std::int64_t stride,
                          const std::int32_t* argmax, std::int64_t width, float* outputs_gradient) {
    run_vectorised<PoolMaximaGradient>(transposed, pooled_gradient, stride, argmax, width, outputs_gradient);
}

}  // namespace ndpool

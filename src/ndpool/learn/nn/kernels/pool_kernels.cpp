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

/// The entries of one row; `fixed` is their number, or -1 if it is only known when the program runs.
template <int fixed>
struct Entries {
    const std::int32_t* indices;
    const float* values;
    std::int32_t count;

    /// Calls visit(index, value) for each entry.
    template <typename Visit>
    [[gnu::always_inline]] void for_each(const Visit& visit) const {
        if constexpr (fixed >= 0) {
#pragma GCC unroll 8
            for (int k = 0; k < fixed; ++k) {
                visit(indices[k], values[k]);
            }
        } else {
            for (std::int32_t k = 0; k < count; ++k) {
                visit(indices[k], values[k]);
            }
        }
    }
};

/// Calls work(row, entries) for each row of a group.
template <int fixed, typename Work>
[[gnu::always_inline]] inline void for_group(GroupedRows::Group group, const std::int32_t* order, const std::int32_t* indices,
                                             const float* values, const Work& work) {
    for (std::int32_t i = 0; i < group.rows; ++i) {
        work(static_cast<std::int64_t>(order[i]), Entries<fixed>{indices, values, group.entries});
        indices += group.entries;
        values += group.entries;
    }
}

/// Calls work(row, entries) for each row of a matrix.
template <int columns, typename Work>
[[gnu::always_inline]] inline void for_rows(const GroupedRows& matrix, const Work& work) {
    const std::int32_t* order = matrix.order.data();
    const std::int32_t* indices = matrix.indices.data();
    const float* values = matrix.values.data();
    // A copy, because the processor would read the group again after every row: it might have been written over.
    for (const GroupedRows::Group group : matrix.groups) {
        // Code for each number of entries pays only where rows are as wide as those of networks.
        switch (columns == 32 ? group.entries : -1) {
            case 1: for_group<1>(group, order, indices, values, work); break;
            case 2: for_group<2>(group, order, indices, values, work); break;
            case 3: for_group<3>(group, order, indices, values, work); break;
            case 4: for_group<4>(group, order, indices, values, work); break;
            case 5: for_group<5>(group, order, indices, values, work); break;
            case 6: for_group<6>(group, order, indices, values, work); break;
            default: for_group<-1>(group, order, indices, values, work);
        }
        order += group.rows;
        indices += static_cast<std::int64_t>(group.rows) * group.entries;
        values += static_cast<std::int64_t>(group.rows) * group.entries;
    }
}

/// What becomes of the sums of rows.
enum class Sums : std::uint8_t {
    kept,
    added,            ///< to what the target has
    added_rectified,  ///< and then zeros instead of negative ones
    masked,           ///< zeros where `mask` is zero, which may be the target
};

template <Sums sums_are>
struct SumColumns {
    const GroupedRows& matrix;
    const float* source;
    std::int64_t source_stride;
    const float* mask;
    float* target;
    std::int64_t target_stride;

    template <int columns, int bytes>
    [[gnu::always_inline]] void run(std::int64_t column) const {
        using Part = Lanes<float, columns, bytes>;
        constexpr bool adds = sums_are == Sums::added || sums_are == Sums::added_rectified;
        for_rows<columns>(
            matrix, [ this, column ](std::int64_t row, const auto& entries) __attribute__((always_inline)) {
                float* const to = target + row * target_stride + column;
                Part sums = adds ? Part::load(to) : Part::zero();
                entries.for_each([&](std::int32_t index, float value) __attribute__((always_inline)) {
                    sums += Part::load(source + index * source_stride + column) * value;
                });
                if constexpr (sums_are == Sums::masked) {
                    sums = sums.where_positive(Part::load(mask + row * target_stride + column));
                } else if constexpr (sums_are == Sums::added_rectified) {
                    sums = sums.rectified();
                }
                sums.store(to);
            });
    }
};

template <Sums sums_are>
struct SumRows {
    template <int bytes>
    [[gnu::always_inline]] static void run(const GroupedRows& matrix, const float* source, std::int64_t source_stride,
                                           const float* mask, float* target, std::int64_t target_stride, std::int64_t width) {
        for_columns<bytes>(width, SumColumns<sums_are>{matrix, source, source_stride, mask, target, target_stride});
    }
};

constexpr const float* no_mask = nullptr;

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

    /// An array, because GCC 12 broadcasts a whole number that is added to a vector of AVX-512 lane by lane.
    [[gnu::always_inline]] static void fill(std::int32_t number, Places& filled) {
        std::int32_t numbers[lanes];
        std::fill_n(numbers, lanes, number);
        std::memcpy(&filled, numbers, sizeof(Places));
    }
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
    const GroupedRows& pool;
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
        for_rows<columns>(
            pool, [ this, column ](std::int64_t row, const auto& entries) __attribute__((always_inline)) {
                Numbers largest[Parts::registers] = {};
                Places winner[Parts::registers] = {};
                // A rectified maximum begins with zero, from which no gradient comes; any other with the first number.
                const bool begins = !rectify && entries.count > 0;
#pragma GCC unroll 8
                for (int part = 0; part < Parts::registers; ++part) {
                    winner[part] = Places{} - 1;
                    if (begins) {
                        Parts::load(outputs + entries.indices[0] * width + column, part, largest[part]);
                        Parts::fill(entries.indices[0], winner[part]);
                    }
                }
                entries.for_each([&](std::int32_t place, float /*value*/) __attribute__((always_inline)) {
                    const float* const from = outputs + place * width + column;
                    Places index;
                    Parts::fill(place, index);
#pragma GCC unroll 8
                    for (int part = 0; part < Parts::registers; ++part) {
                        Numbers number;
                        Parts::load(from, part, number);
                        const Places wins = number > largest[part];
                        winner[part] = (index & wins) | (winner[part] & ~wins);
                        largest[part] = number > largest[part] ? number : largest[part];
                    }
                });
#pragma GCC unroll 8
                for (int part = 0; part < Parts::registers; ++part) {
                    Parts::store(largest[part], pooled + row * stride + column, part);
                    Parts::store(winner[part], argmax + row * width + column, part);
                }
            });
    }
};

template <bool rectify>
struct PoolMaxima {
    template <int bytes>
    [[gnu::always_inline]] static void run(const GroupedRows& pool, const float* outputs, std::int64_t width, float* pooled,
                                           std::int64_t stride, std::int32_t* argmax) {
        for_columns<bytes>(width, MaximumColumns<rectify>{pool, outputs, width, pooled, stride, argmax});
    }
};

struct MaximumGradientColumns {
    const GroupedRows& transposed;
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
        for_rows<columns>(
            transposed, [ this, column ](std::int64_t row, const auto& entries) __attribute__((always_inline)) {
                Numbers sums[Parts::registers] = {};
                Places own;
                Parts::fill(static_cast<std::int32_t>(row), own);
                entries.for_each([&](std::int64_t pooled, float /*value*/) __attribute__((always_inline)) {
#pragma GCC unroll 8
                    for (int part = 0; part < Parts::registers; ++part) {
                        Places winner;
                        Numbers gradient;
                        Parts::load(argmax + pooled * width + column, part, winner);
                        Parts::load(pooled_gradient + pooled * stride + column, part, gradient);
                        sums[part] += winner == own ? gradient : Numbers{};
                    }
                });
#pragma GCC unroll 8
                for (int part = 0; part < Parts::registers; ++part) {
                    Parts::store(sums[part], outputs_gradient + row * width + column, part);
                }
            });
    }
};

struct PoolMaximaGradient {
    template <int bytes>
    [[gnu::always_inline]] static void run(const GroupedRows& transposed, const float* pooled_gradient, std::int64_t stride,
                                           const std::int32_t* argmax, std::int64_t width, float* outputs_gradient) {
        for_columns<bytes>(width, MaximumGradientColumns{transposed, pooled_gradient, stride, argmax, width, outputs_gradient});
    }
};

}  // namespace

void sum_rows(const GroupedRows& matrix, const float* source, std::int64_t source_stride, float* target,
              std::int64_t target_stride, std::int64_t width) {
    run_vectorised<SumRows<Sums::kept>>(matrix, source, source_stride, no_mask, target, target_stride, width);
}

void add_sums(const GroupedRows& matrix, const float* source, std::int64_t width, Activation activation, float* outputs) {
    if (activation == Activation::relu) {
        run_vectorised<SumRows<Sums::added_rectified>>(matrix, source, width, no_mask, outputs, width, width);
    } else {
        run_vectorised<SumRows<Sums::added>>(matrix, source, width, no_mask, outputs, width, width);
    }
}

void sums_gradient(const GroupedRows& transposed, const float* pooled_gradient, std::int64_t stride, const float* outputs,
                   std::int64_t width, Activation activation, float* outputs_gradient) {
    if (activation == Activation::relu) {
        run_vectorised<SumRows<Sums::masked>>(transposed, pooled_gradient, stride, outputs, outputs_gradient, width, width);
    } else {
        run_vectorised<SumRows<Sums::kept>>(transposed, pooled_gradient, stride, no_mask, outputs_gradient, width, width);
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

void pool_maxima(const GroupedRows& pool, const float* outputs, std::int64_t width, Activation activation, float* pooled,
                 std::int64_t stride, std::int32_t* argmax) {
    if (activation == Activation::relu) {
        run_vectorised<PoolMaxima<true>>(pool, outputs, width, pooled, stride, argmax);
    } else {
        run_vectorised<PoolMaxima<false>>(pool, outputs, width, pooled, stride, argmax);
    }
}

void pool_maxima_gradient(const GroupedRows& transposed, const float* pooled_gradient, std::int64_t stride,
                          const std::int32_t* argmax, std::int64_t width, float* outputs_gradient) {
    run_vectorised<PoolMaximaGradient>(transposed, pooled_gradient, stride, argmax, width, outputs_gradient);
}

}  // namespace ndpool

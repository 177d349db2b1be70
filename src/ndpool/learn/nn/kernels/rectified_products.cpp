#include "ndpool/learn/nn/kernels/rectified_products.hpp"

#include <bit>
#include <cstring>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"

namespace ndpool {

namespace {

/// Twelve registers of sums, as in dense_kernels: more rows do not fit into the sixteen of AVX2, and of more rows fewer columns
/// are zero.
constexpr int rows_at_once = 6;
/// Two registers of AVX-512, and the bits of a word. Other numbers of columns, and rows longer than this, go to dense_kernels.
constexpr std::int64_t columns_at_once = 32;
constexpr std::int64_t longest_row = 256;

bool is_supported(std::int64_t inner, std::int64_t columns) {
    return inner <= longest_row && inner % columns_at_once == 0 && columns % columns_at_once == 0;
}

template <int bytes>
struct WordRegister {
    static constexpr int lanes = bytes / 4;
    using Words [[gnu::vector_size(bytes)]] = std::uint32_t;
};

/// Bit k is set where one of six rows is not zero in column k, of 32.
template <int bytes>
[[gnu::always_inline]] inline std::uint32_t nonzero_bits(const float* rows, std::int64_t inner) {
    constexpr int lanes = WordRegister<bytes>::lanes;
    using Words = typename WordRegister<bytes>::Words;
    Words places{};
#pragma GCC unroll 16
    for (int k = 0; k < lanes; ++k) {
        places[k] = std::uint32_t{1} << k;
    }
    Words bits{};
#pragma GCC unroll 8
    for (int column = 0; column < columns_at_once; column += lanes) {
        Words united{};
#pragma GCC unroll 6
        for (int i = 0; i < rows_at_once; ++i) {
            Words row;
            std::memcpy(&row, rows + i * inner + column, sizeof(Words));
            united |= row;
        }
        bits |= united != 0 ? places << column : Words{};
    }
    std::uint64_t parts[bytes / sizeof(std::uint64_t)];
    std::memcpy(parts, &bits, sizeof(Words));
    std::uint64_t all = 0;
    for (const std::uint64_t part : parts) {
        all |= part;
    }
    return static_cast<std::uint32_t>(all | all >> 32);
}

/// The columns in which one of six rows is not zero.
template <int bytes>
class NonzeroColumns {
public:
    [[gnu::always_inline]] NonzeroColumns(const float* rows, std::int64_t inner) : words_(inner / columns_at_once) {
        for (std::int64_t word = 0; word < words_; ++word) {
            bits_[word] = nonzero_bits<bytes>(rows + word * columns_at_once, inner);
        }
    }

    /// Ascending.
    template <typename Visit>
    [[gnu::always_inline]] void for_each(const Visit& visit) const {
        for (std::int64_t word = 0; word < words_; ++word) {
            for (std::uint32_t bits = bits_[word]; bits != 0; bits &= bits - 1) {
                visit(word * columns_at_once + std::countr_zero(bits));
            }
        }
    }

private:
    std::int64_t words_;
    std::uint32_t bits_[longest_row / columns_at_once];
};

/// Six rows and `2 * lanes` columns of a product, summed in registers.
template <int lanes, int bytes>
[[gnu::always_inline]] inline void multiply_tile(const NonzeroColumns<bytes>& nonzero, const float* rows, std::int64_t inner,
                                                 const float* factor, float* target, std::int64_t columns, bool add) {
    using Part = Lanes<float, lanes, bytes>;
    Part sums[rows_at_once][2];
#pragma GCC unroll 6
    for (int i = 0; i < rows_at_once; ++i) {
        sums[i][0] = add ? Part::load(target + i * columns) : Part::zero();
        sums[i][1] = add ? Part::load(target + i * columns + lanes) : Part::zero();
    }
    nonzero.for_each([&](std::int64_t k) __attribute__((always_inline)) {
        const Part first = Part::load(factor + k * columns);
        const Part second = Part::load(factor + k * columns + lanes);
#pragma GCC unroll 6
        for (int i = 0; i < rows_at_once; ++i) {
            const float number = rows[i * inner + k];
            sums[i][0] += first * number;
            sums[i][1] += second * number;
        }
    });
#pragma GCC unroll 6
    for (int i = 0; i < rows_at_once; ++i) {
        sums[i][0].store(target + i * columns);
        sums[i][1].store(target + i * columns + lanes);
    }
}

/// What six rows add to `2 * lanes` columns of a transposed product; the rows of the factor stay in registers.
template <int lanes, int bytes>
[[gnu::always_inline]] inline void add_transposed_tile(const NonzeroColumns<bytes>& nonzero, const float* rows,
                                                       std::int64_t inner, const float* factor, float* target,
                                                       std::int64_t columns) {
    using Part = Lanes<float, lanes, bytes>;
    Part right[rows_at_once][2];
#pragma GCC unroll 6
    for (int i = 0; i < rows_at_once; ++i) {
        right[i][0] = Part::load(factor + i * columns);
        right[i][1] = Part::load(factor + i * columns + lanes);
    }
    nonzero.for_each([&](std::int64_t k) __attribute__((always_inline)) {
        Part first = Part::load(target + k * columns);
        Part second = Part::load(target + k * columns + lanes);
#pragma GCC unroll 6
        for (int i = 0; i < rows_at_once; ++i) {
            const float number = rows[i * inner + k];
            first += right[i][0] * number;
            second += right[i][1] * number;
        }
        first.store(target + k * columns);
        second.store(target + k * columns + lanes);
    });
}

/// tile(nonzero, six rows, factor, number of the first of them, column) for all factors and tiles of `2 * lanes` columns.
template <int lanes, int bytes, typename Tile>
[[gnu::always_inline]] inline void for_tiles(const float* rows, std::int64_t count, std::int64_t inner,
                                             std::span<const RightFactor> factors, std::int64_t columns, const Tile& tile) {
    for (std::int64_t row = 0; row < count; row += rows_at_once) {
        const float* const six = rows + row * inner;
        const NonzeroColumns<bytes> nonzero(six, inner);
        for (const RightFactor& factor : factors) {
            for (std::int64_t column = 0; column < columns; column += 2 * lanes) {
                tile(nonzero, six, factor, row, column);
            }
        }
    }
}

struct MultiplySixRows {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* rows, std::int64_t count, std::int64_t inner,
                                           std::span<const RightFactor> factors, std::int64_t columns, bool add) {
        constexpr int lanes = bytes / static_cast<int>(sizeof(float));
        for_tiles<lanes, bytes>(
            rows, count, inner, factors, columns,
            [&](const NonzeroColumns<bytes>& nonzero, const float* six, const RightFactor& factor, std::int64_t row,
                std::int64_t column) __attribute__((always_inline)) {
                multiply_tile<lanes, bytes>(nonzero, six, inner, factor.numbers + column, factor.product + row * columns + column,
                                            columns, add);
            });
    }
};

struct AddSixRowsTransposed {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* rows, std::int64_t count, std::int64_t inner,
                                           std::span<const RightFactor> factors, std::int64_t columns) {
        constexpr int lanes = bytes / static_cast<int>(sizeof(float));
        for_tiles<lanes, bytes>(
            rows, count, inner, factors, columns,
            [&](const NonzeroColumns<bytes>& nonzero, const float* six, const RightFactor& factor, std::int64_t row,
                std::int64_t column) __attribute__((always_inline)) {
                add_transposed_tile<lanes, bytes>(nonzero, six, inner, factor.numbers + row * columns + column,
                                                  factor.product + column, columns);
            });
    }
};

/// How many of the rows are multiplied six at a time.
std::int64_t rows_in_sixes(std::int64_t count, std::int64_t inner, std::int64_t columns) {
    return is_supported(inner, columns) ? count - count % rows_at_once : 0;
}

}  // namespace

void multiply_rectified(const float* rows, std::int64_t count, std::int64_t inner, std::span<const RightFactor> factors,
                        std::int64_t columns, bool add) {
    const std::int64_t done = rows_in_sixes(count, inner, columns);
    run_vectorised<MultiplySixRows>(rows, done, inner, factors, columns, add);
    for (const RightFactor& factor : factors) {
        multiply_matrices({rows + done * inner, inner, 1}, factor.numbers, factor.product + done * columns, count - done, inner,
                          columns, add);
    }
}

void add_rectified_transposed(const float* rows, std::int64_t count, std::int64_t inner, std::span<const RightFactor> factors,
                              std::int64_t columns) {
    const std::int64_t done = rows_in_sixes(count, inner, columns);
    run_vectorised<AddSixRowsTransposed>(rows, done, inner, factors, columns);
    for (const RightFactor& factor : factors) {
        multiply_matrices({rows + done * inner, 1, inner}, factor.numbers + done * columns, factor.product, inner, count - done,
                          columns, true);
    }
}

}  // namespace ndpool

#include "ndpool/kron/exact/dense_products.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/kron/exact/upper_triangle.hpp"

namespace ndpool {

namespace {

static_assert(UpperTriangle::rows_per_block % tile_columns == 0 && UpperTriangle::rows_per_block % tile_rows == 0,
              "no tile reaches over the left end of a block of the triangle");

/// target(i, j) += sum over v of left(v, i) right(v, j), for `tiles` tiles side by side and at least one v; left and right come
/// packed, v by v. With AVX2 a tile is twelve registers of sums, two of columns and two of what is multiplied; with AVX-512 so
/// are two tiles.
struct AddTiles {
    template <int bytes>
    [[gnu::always_inline]] static void run(const double* left, const double* right, std::size_t count, std::size_t tiles,
                                           double* target, std::size_t stride) {
        constexpr std::size_t registers = 2;  // of columns
        constexpr std::size_t columns_at_once = std::min<std::size_t>(tile_columns, bytes / sizeof(double) * registers);
        constexpr std::size_t together = bytes / sizeof(double) * registers / columns_at_once;
        std::size_t tile = 0;
        for (; tile + together <= tiles; tile += together) {
            add<bytes, columns_at_once, together>(left, right + tile * count * tile_columns, count, target + tile * tile_columns,
                                                  stride);
        }
        for (; together > 1 && tile < tiles; ++tile) {
            add<bytes, columns_at_once, 1>(left, right + tile * count * tile_columns, count, target + tile * tile_columns,
                                           stride);
        }
    }

    /// The same for `together` tiles, some of their columns at once.
    template <int bytes, std::size_t columns_at_once, std::size_t together>
    [[gnu::always_inline]] static void add(const double* left, const double* right, std::size_t count, double* target,
                                           std::size_t stride) {
        using Part = Lanes<double, columns_at_once, bytes>;
        // The target comes from memory while the sums are made.
        for (std::size_t i = 0; i < tile_rows; ++i) {
            for (std::size_t t = 0; t < together; ++t) {
                __builtin_prefetch(target + i * stride + t * tile_columns, 1);
            }
            __builtin_prefetch(target + i * stride + together * tile_columns - 1, 1);
        }
        for (std::size_t c = 0; c < tile_columns; c += columns_at_once) {
            Part sums[together][tile_rows];
            for (std::size_t t = 0; t < together; ++t) {
                const Part first = Part::load(right + t * count * tile_columns + c);
#pragma GCC unroll 6
                for (std::size_t i = 0; i < tile_rows; ++i) {
                    sums[t][i] = first * left[i];
                }
            }
            for (std::size_t v = 1; v < count; ++v) {
                for (std::size_t t = 0; t < together; ++t) {
                    const Part next = Part::load(right + (t * count + v) * tile_columns + c);
#pragma GCC unroll 6
                    for (std::size_t i = 0; i < tile_rows; ++i) {
                        sums[t][i] += next * left[v * tile_rows + i];
                    }
                }
            }
#pragma GCC unroll 6
            for (std::size_t i = 0; i < tile_rows; ++i) {
                for (std::size_t t = 0; t < together; ++t) {
                    double* place = target + i * stride + t * tile_columns + c;
                    (Part::load(place) + sums[t][i]).store(place);
                }
            }
        }
    }
};

/// Copies columns [begin, end) of the panel into strips of `size` columns each, v by v, so that a tile reads memory in order; the
/// last strip is filled up with zeros. A few strips at once, so that a row is read by whole cache lines.
template <std::size_t size>
void pack(const ProductPanel& panel, std::size_t begin, std::size_t end, std::vector<double>& packed) {
    constexpr std::size_t together = 4;
    const std::size_t strips = (end - begin + size - 1) / size;
    const std::size_t whole = (end - begin) / size;
    const std::size_t length = panel.count * size;
    packed.resize(strips * length);
    for (std::size_t first = 0; first < whole; first += together) {
        const std::size_t some = std::min(together, whole - first);
        for (std::size_t v = 0; v < panel.count; ++v) {
            const double* row = panel.x + v * panel.width + begin + first * size;
            double* place = packed.data() + first * length + v * size;
            for (std::size_t strip = 0; strip < some; ++strip) {
                std::memcpy(place + strip * length, row + strip * size, size * sizeof(double));
            }
        }
    }
    if (whole < strips) {
        const std::size_t column = begin + whole * size;
        double* place = packed.data() + whole * length;
        for (std::size_t v = 0; v < panel.count; ++v, place += size) {
            const double* row = panel.x + v * panel.width;
            std::fill(std::copy(row + column, row + end, place), place + size, 0.0);
        }
    }
}

/// Tiles that reach beyond the rows or columns of the target are computed in a separate buffer.
void add_partial_tile(const double* left, const double* right, std::size_t count, std::size_t rows, std::size_t columns,
                      double* target, std::size_t stride) {
    double sums[tile_rows * tile_columns] = {};
    run_vectorised<AddTiles>(left, right, count, std::size_t{1}, sums, tile_columns);
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            target[r * stride + c] += sums[r * tile_columns + c];
        }
    }
}

/// The rows of the target against its columns [begin, end), both packed.
void add_strip(const std::vector<double>& left, const std::vector<double>& right, std::size_t count, const ProductTarget& target,
               std::size_t begin, std::size_t end) {
    for (std::size_t i = target.row; i < std::min(target.row_end, end); i += tile_rows) {
        const std::size_t rows = std::min(tile_rows, target.row_end - i);
        const std::size_t start = begin + (i > begin ? (i - begin) / tile_columns * tile_columns : 0);
        const std::size_t tiles = rows == tile_rows ? (end - start) / tile_columns : 0;
        const double* left_strip = left.data() + (i - target.row) * count;
        double* place = target.place(i, start);
        const auto stride = rows > 1 ? static_cast<std::size_t>(target.place(i + 1, start) - place) : tile_columns;
        run_vectorised<AddTiles>(left_strip, right.data() + (start - begin) * count, count, tiles, place, stride);
        for (std::size_t j = start + tiles * tile_columns; j < end; j += tile_columns) {
            add_partial_tile(left_strip, right.data() + (j - begin) * count, count, rows, std::min(tile_columns, end - j),
                             place + (j - start), stride);
        }
    }
}

}  // namespace

void add_products(const ProductPanel& panel, const ProductTarget& target, const Parallel& parallel,
                  const std::function<void(std::size_t)>& after) {
    // The packed columns, 256 KB, stay in the cache of a core while all rows pass over them.
    constexpr std::size_t depth = 256;
    constexpr std::size_t strip = 16 * tile_columns;
    constexpr std::size_t worth_a_thread = 10'000'000;
    std::vector<double> left;
    const std::size_t strips = (target.column_end - target.row + strip - 1) / strip;
    for (std::size_t first = 0; first < panel.count; first += depth) {
        const ProductPanel part{panel.x + first * panel.width, panel.width, std::min(depth, panel.count - first)};
        pack<tile_rows>(part, target.row, target.row_end, left);
        const bool large = part.count * (target.row_end - target.row) * (target.column_end - target.row) > worth_a_thread;
        parallel_for(strips, large ? parallel : Parallel{1}, [&](std::size_t index) {
            const std::size_t begin = target.row + index * strip;
            const std::size_t end = std::min(begin + strip, target.column_end);
            std::vector<double> right;
            pack<tile_columns>(part, begin, end, right);
            add_strip(left, right, part.count, target, begin, end);
        });
        if (after) {
            after(first + part.count);
        }
    }
}

}  // namespace ndpool

// Blocked elimination of a dense mesh. Row v, once final, is divided by the square root of its sum; from then on
// eliminating v means adding X(v, i) X(v, j) to every later pair (i, j). Diagonals are never stored: a pivot is the sum
// of its row, so nothing is ever subtracted and no digit is lost.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/kron/elimination.hpp"

namespace ndpool {

namespace {

constexpr std::size_t tile_rows = 6;
constexpr std::size_t tile_columns = 8;
constexpr std::size_t block_rows = 48;
constexpr std::size_t blocks_together = 4;
static_assert(UpperTriangle::rows_a_block % tile_columns == 0 && UpperTriangle::rows_a_block % tile_rows == 0,
              "no tile reaches over the left end of a block of the triangle");

/// sums(i, j) = sum over v of left(v, i) right(v, j), for a tile and at least one v; both come packed, v by v.
struct MultiplyTile {
    template <int bytes>
    [[gnu::always_inline]] static void run(const double* left, const double* right, std::size_t count, double* sums) {
        constexpr std::size_t columns_at_once = std::min<std::size_t>(tile_columns, bytes / sizeof(double) * 2);
        using Part = Lanes<double, columns_at_once, bytes>;
        for (std::size_t c = 0; c < tile_columns; c += columns_at_once) {
            Part rows[tile_rows];
            const Part first = Part::load(right + c);
#pragma GCC unroll 6
            for (std::size_t i = 0; i < tile_rows; ++i) {
                rows[i] = first * left[i];
            }
            for (std::size_t v = 1; v < count; ++v) {
                const Part columns = Part::load(right + v * tile_columns + c);
#pragma GCC unroll 6
                for (std::size_t i = 0; i < tile_rows; ++i) {
                    rows[i] += columns * left[v * tile_rows + i];
                }
            }
#pragma GCC unroll 6
            for (std::size_t i = 0; i < tile_rows; ++i) {
                rows[i].store(sums + i * tile_columns + c);
            }
        }
    }
};

/// Copies columns [begin, end) of `count` rows of x into strips of `size` columns each, v by v, so that a tile
/// reads memory in order; the last strip is filled up with zeros.
void pack(const double* x, std::size_t width, std::size_t count, std::size_t begin, std::size_t end, std::size_t size,
          std::vector<double>& packed) {
    const std::size_t strips = (end - begin + size - 1) / size;
    packed.resize(strips * count * size);
    for (std::size_t strip = 0; strip < strips; ++strip) {
        const std::size_t column = begin + strip * size;
        const std::size_t filled = std::min(size, end - column);
        double* place = packed.data() + strip * count * size;
        for (std::size_t v = 0; v < count; ++v, place += size) {
            const double* row = x + v * width + column;
            if (filled == size) {
                std::copy(row, row + size, place);
            } else {
                std::fill(std::copy(row, row + filled, place), place + size, 0.0);
            }
        }
    }
}

/// Rows of finished nodes, whose products are added to something.
struct Panel {
    const double* x;
    std::size_t width;
    std::size_t count;
};

/// *target(i, j) += sum over the rows v of x(v, i) x(v, j), for i in [row, row_end) and at least all j > i below
/// column_end. The sums are made 256 rows at a time, in that order, whoever makes them.
template <typename Target>
void add_products(const Panel& all, std::size_t row, std::size_t row_end, std::size_t column_end, const Parallel& parallel,
                  Target target) {
    // What is packed of the columns stays in cache while all rows pass over it.
    constexpr std::size_t depth = 256;
    constexpr std::size_t strip = 32 * tile_columns;
    constexpr std::size_t worth_a_thread = 10'000'000;
    std::vector<double> left;
    const std::size_t strips = (column_end - row + strip - 1) / strip;
    for (std::size_t first = 0; first < all.count; first += depth) {
        const std::size_t products = std::min(depth, all.count - first);
        const double* panel = all.x + first * all.width;
        pack(panel, all.width, products, row, row_end, tile_rows, left);
        const bool large = products * (row_end - row) * (column_end - row) > worth_a_thread;
        parallel_for(strips, large ? parallel : Parallel{1}, [&](std::size_t index) {
            const std::size_t begin = row + index * strip;
            const std::size_t end = std::min(begin + strip, column_end);
            std::vector<double> right;
            double sums[tile_rows * tile_columns];
            pack(panel, all.width, products, begin, end, tile_columns, right);
            for (std::size_t i = row; i < std::min(row_end, end); i += tile_rows) {
                const std::size_t start = begin + (i > begin ? (i - begin) / tile_columns * tile_columns : 0);
                for (std::size_t j = start; j < end; j += tile_columns) {
                    run_vectorised<MultiplyTile>(left.data() + (i - row) * products, right.data() + (j - begin) * products,
                                                 products, sums);
                    for (std::size_t r = 0; r < std::min(tile_rows, row_end - i); ++r) {
                        double* sum = target(i + r, j);
                        for (std::size_t c = 0; c < std::min(tile_columns, end - j); ++c) {
                            sum[c] += sums[r * tile_columns + c];
                        }
                    }
                }
            }
        });
    }
}

/// The sum of some numbers, in eight lanes whatever the processor.
template <int bytes>
[[gnu::always_inline]] inline double sum_of_row(const double* numbers, std::size_t count) {
    using Eight = Lanes<double, 8, bytes>;
    Eight sums = Eight::zero();
    std::size_t k = 0;
    for (; k + 8 <= count; k += 8) {
        sums += Eight::load(numbers + k);
    }
    double lanes[8];
    sums.store(lanes);
    double sum = 0;
    for (const double lane : lanes) {
        sum += lane;
    }
    for (; k < count; ++k) {
        sum += numbers[k];
    }
    return sum;
}

/// Makes rows [begin, end) final, which all earlier rows have been added to already.
struct EliminateBlock {
    template <int bytes>
    [[gnu::always_inline]] static void run(std::size_t begin, std::size_t end, std::size_t width, double* rows) {
        for (std::size_t v = begin; v < end; ++v) {
            double* row = rows + v * width;
            const double total = sum_of_row<bytes>(row + v + 1, width - v - 1);
            if (!(total > 0)) {
                continue;
            }
            const double root = std::sqrt(total);
            for (std::size_t j = v + 1; j < width; ++j) {
                row[j] /= root;
            }
            for (std::size_t i = v + 1; i < end; ++i) {
                const double factor = row[i];
                if (factor != 0) {
                    double* later = rows + i * width;
                    for (std::size_t j = i + 1; j < width; ++j) {
                        later[j] += factor * row[j];
                    }
                }
            }
        }
    }
};

[[gnu::always_inline]] inline std::size_t list_nonzero_columns(const double* row, std::size_t begin, std::size_t end,
                                                               NodeId* found) {
    std::size_t count = 0;
    // Every column is written and the next one in its place if it was zero: which are is not for a processor to guess.
    const auto look_at = [&](std::size_t column) {
        found[count] = static_cast<NodeId>(column);
        count += row[column] != 0 ? 1 : 0;
    };
    std::size_t j = begin;
    for (; j + tile_columns <= end; j += tile_columns) {
        std::uint64_t bits[tile_columns];
        std::memcpy(bits, row + j, sizeof(bits));
        std::uint64_t any = 0;
        for (const std::uint64_t number : bits) {
            any |= number;
        }
        for (std::size_t c = 0; any != 0 && c < tile_columns; ++c) {
            look_at(j + c);
        }
    }
    for (; j < end; ++j) {
        look_at(j);
    }
    return count;
}

struct NonzeroColumns {
    template <int bytes>
    [[gnu::always_inline]] static std::size_t run(const double* row, std::size_t begin, std::size_t end, NodeId* found) {
        return list_nonzero_columns(row, begin, end, found);
    }
};

struct EliminatePlainly {
    template <int bytes>
    [[gnu::always_inline]] static void run(std::size_t inside, std::size_t width, double* rows, std::vector<NodeId>& found) {
        constexpr std::size_t numbers_a_place = 4;  // as many are added in order in the time of one by its column
        for (std::size_t v = 0; v < inside; ++v) {
            const double* row = rows + v * width;
            const double total = sum_of_row<bytes>(row + v + 1, width - v - 1);
            const std::size_t count = list_nonzero_columns(row, v + 1, width, found.data());
            const bool is_sparse = count * numbers_a_place < width - v;
            for (std::size_t a = 0; a < count; ++a) {
                const auto i = static_cast<std::size_t>(found[a]);
                if (i + 1 == width) {
                    break;  // ground
                }
                const double factor = row[i] / total;
                double* later = rows + i * width;
                if (is_sparse) {
                    for (std::size_t b = a + 1; b < count; ++b) {
                        later[found[b]] += factor * row[found[b]];
                    }
                } else {
                    for (std::size_t j = i + 1; j < width; ++j) {
                        later[j] += factor * row[j];
                    }
                }
            }
        }
    }
};

}  // namespace

std::size_t nonzero_columns(const double* row, std::size_t begin, std::size_t end, NodeId* found) {
    return run_vectorised<NonzeroColumns>(row, begin, end, found);
}

void eliminate_plainly(std::size_t inside, std::size_t width, double* rows) {
    std::vector<NodeId> found(width + 1);
    run_vectorised<EliminatePlainly>(inside, width, rows, found);
}

void eliminate_dense(std::size_t inside, std::vector<double>& rows, Clique& clique, const Parallel& parallel) {
    const std::size_t boundary = clique.weights.size();
    const std::size_t width = inside + boundary + 1;
    const auto add_to_rows = [&](std::size_t first, std::size_t begin, std::size_t end) {
        add_products({rows.data() + first * width, width, begin - first}, begin, end, width, parallel,
                     [&](std::size_t i, std::size_t j) { return rows.data() + i * width + j; });
    };
    // Packing earlier rows is worth it for many later ones, going over them one by one for few only.
    for (std::size_t begin = 0; begin < inside; begin += blocks_together * block_rows) {
        const std::size_t end = std::min(begin + blocks_together * block_rows, inside);
        add_to_rows(0, begin, end);
        for (std::size_t block = begin; block < end; block += block_rows) {
            const std::size_t block_end = std::min(block + block_rows, end);
            add_to_rows(begin, block, block_end);
            run_vectorised<EliminateBlock>(block, block_end, width, rows.data());
        }
    }
    // Boundary against boundary, and against ground, which is the last column of all.
    add_products({rows.data(), width, inside}, inside, inside + boundary, inside + boundary, parallel,
                 [&](std::size_t i, std::size_t j) { return clique.weights.element(i - inside, j - inside); });
    for (std::size_t v = 0; v < inside; ++v) {
        const double* row = rows.data() + v * width;
        const double to_ground = row[width - 1];
        if (to_ground != 0) {
            for (std::size_t j = 0; j < boundary; ++j) {
                clique.ground[j] += row[inside + j] * to_ground;
            }
        }
    }
}

}  // namespace ndpool

// Blocked elimination of a dense mesh. Row v, once final, is divided by the square root of its sum; from then on
// eliminating v means adding X(v, i) X(v, j) to every later pair (i, j). Diagonals are never stored: a pivot is the sum
// of its row, so nothing is ever subtracted and no digit is lost.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "ndpool/base/wide_vectors.hpp"
#include "ndpool/kron/elimination.hpp"

namespace ndpool {

namespace {

constexpr std::size_t tile_rows = 6;
constexpr std::size_t tile_columns = 8;
constexpr std::size_t block_rows = 48;

/// Eight numbers side by side, in as many registers as the processor needs for them.
using Lanes = double __attribute__((vector_size(tile_columns * sizeof(double))));

/// sums(i, j) = sum over v of left(v, i) right(v, j), for a tile; both come packed, v by v.
NDPOOL_FOR_WIDE_VECTORS
void multiply_tile(const double* left, const double* right, std::size_t count, double* sums) {
    Lanes rows[tile_rows] = {};
    for (std::size_t v = 0; v < count; ++v) {
        Lanes columns;
        std::memcpy(&columns, right + v * tile_columns, sizeof(columns));
        for (std::size_t i = 0; i < tile_rows; ++i) {
            rows[i] += columns * left[v * tile_rows + i];
        }
    }
    std::memcpy(sums, rows, sizeof(rows));
}

/// Copies columns [begin, end) of `count` rows of x into strips of `size` columns each, v by v, so that a tile
/// reads memory in order; the last strip is filled up with zeros.
void pack(const double* x, std::size_t width, std::size_t count, std::size_t begin, std::size_t end, std::size_t size,
          std::vector<double>& packed) {
    const std::size_t strips = (end - begin + size - 1) / size;
    packed.assign(strips * count * size, 0.0);
    for (std::size_t v = 0; v < count; ++v) {
        const double* row = x + v * width;
        for (std::size_t column = begin; column < end; column += size) {
            double* place = packed.data() + (column - begin) * count + v * size;
            std::copy(row + column, row + std::min(column + size, end), place);
        }
    }
}

/// out(i, j) += sum over the `count` rows v of x(v, i) x(v, j), for i in [row, row_end) and at least all j > i below
/// column_end. Column j of x is column j - out_column of out, row i of x is row i - row of out.
void add_products(const double* x, std::size_t width, std::size_t count, std::size_t row, std::size_t row_end,
                  std::size_t column_end, double* out, std::size_t out_width, std::size_t out_column) {
    // What is packed of the columns stays in cache while all rows pass over it.
    constexpr std::size_t depth = 256;
    constexpr std::size_t strip = 32 * tile_columns;
    std::vector<double> left;
    std::vector<double> right;
    double sums[tile_rows * tile_columns];
    for (std::size_t first = 0; first < count; first += depth) {
        const std::size_t products = std::min(depth, count - first);
        const double* panel = x + first * width;
        pack(panel, width, products, row, row_end, tile_rows, left);
        for (std::size_t begin = row; begin < column_end; begin += strip) {
            const std::size_t end = std::min(begin + strip, column_end);
            pack(panel, width, products, begin, end, tile_columns, right);
            for (std::size_t i = row; i < std::min(row_end, end); i += tile_rows) {
                const std::size_t start = begin + (i > begin ? (i - begin) / tile_columns * tile_columns : 0);
                for (std::size_t j = start; j < end; j += tile_columns) {
                    multiply_tile(left.data() + (i - row) * products, right.data() + (j - begin) * products, products, sums);
                    for (std::size_t r = 0; r < std::min(tile_rows, row_end - i); ++r) {
                        double* target = out + (i - row + r) * out_width + j - out_column;
                        for (std::size_t c = 0; c < std::min(tile_columns, end - j); ++c) {
                            target[c] += sums[r * tile_columns + c];
                        }
                    }
                }
            }
        }
    }
}

/// Makes rows [begin, end) final, which all earlier rows have been added to already.
NDPOOL_FOR_WIDE_VECTORS
void finish_block(std::size_t begin, std::size_t end, std::size_t width, std::vector<double>& rows) {
    for (std::size_t v = begin; v < end; ++v) {
        double* row = rows.data() + v * width;
        double total = 0;
        for (std::size_t j = v + 1; j < width; ++j) {
            total += row[j];
        }
        const double root = std::sqrt(total);
        for (std::size_t j = v + 1; j < width; ++j) {
            row[j] = total > 0 ? row[j] / root : 0.0;
        }
        for (std::size_t i = v + 1; i < end; ++i) {
            double* later = rows.data() + i * width;
            const double factor = row[i];
            if (factor != 0) {
                for (std::size_t j = i + 1; j < width; ++j) {
                    later[j] += factor * row[j];
                }
            }
        }
    }
}

}  // namespace

void eliminate_dense(std::size_t inside, std::size_t boundary, std::vector<double>& rows, Clique& clique) {
    const std::size_t width = inside + boundary + 1;
    for (std::size_t begin = 0; begin < inside; begin += block_rows) {
        const std::size_t end = std::min(begin + block_rows, inside);
        add_products(rows.data(), width, begin, begin, end, width, rows.data() + begin * width, width, 0);
        finish_block(begin, end, width, rows);
    }
    // Boundary against boundary, and against ground, which is the last column of all.
    add_products(rows.data(), width, inside, inside, inside + boundary, inside + boundary, clique.weights.data(), boundary,
                 inside);
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

// Blocked elimination of a dense mesh. Row v, once final, is divided by the square root of its sum; from then on
// eliminating v means adding X(v, i) X(v, j) to every later pair (i, j). Diagonals are never stored: a pivot is the sum
// of its row, so nothing is ever subtracted and no digit is lost.
#include <algorithm>
#include <cmath>

#include "ndpool/base/wide_vectors.hpp"
#include "ndpool/kron/elimination.hpp"

namespace ndpool {

namespace {

constexpr std::size_t rows_at_once = 4;
constexpr std::size_t columns_at_once = 16;
constexpr std::size_t block_rows = 48;

/// out(i, j) += sum over v of x(v, rows + i) x(v, columns + j) for a tile of rows_at_once x columns_at_once at most.
/// x has `width` numbers a row; out has `out_width`.
NDPOOL_FOR_WIDE_VECTORS
void add_products(const double* x, std::size_t width, std::size_t count, std::size_t row, std::size_t column, std::size_t rows,
                  std::size_t columns, double* out, std::size_t out_width) {
    double sums[rows_at_once][columns_at_once] = {};
    if (rows == rows_at_once && columns == columns_at_once) {
        for (std::size_t v = 0; v < count; ++v) {
            const double* left = x + v * width + row;
            const double* right = x + v * width + column;
            for (std::size_t i = 0; i < rows_at_once; ++i) {
                for (std::size_t j = 0; j < columns_at_once; ++j) {
                    sums[i][j] += left[i] * right[j];
                }
            }
        }
    } else {
        for (std::size_t v = 0; v < count; ++v) {
            const double* left = x + v * width + row;
            const double* right = x + v * width + column;
            for (std::size_t i = 0; i < rows; ++i) {
                for (std::size_t j = 0; j < columns; ++j) {
                    sums[i][j] += left[i] * right[j];
                }
            }
        }
    }
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            out[i * out_width + j] += sums[i][j];
        }
    }
}

/// add_products for all tiles of rows [row, row_end) that reach columns right of their first row's diagonal.
void add_all_products(const double* x, std::size_t width, std::size_t count, std::size_t row, std::size_t row_end,
                      std::size_t column_end, double* out, std::size_t out_width, std::size_t out_column) {
    // The panel of a strip of columns stays in cache while all rows pass over it.
    constexpr std::size_t strip = 256;
    constexpr std::size_t depth = 256;
    for (std::size_t first = 0; first < count; first += depth) {
        const std::size_t products = std::min(depth, count - first);
        const double* panel = x + first * width;
        for (std::size_t begin = row; begin < column_end; begin += strip) {
            const std::size_t end = std::min(begin + strip, column_end);
            for (std::size_t i = row; i < std::min(row_end, end); i += rows_at_once) {
                const std::size_t rows = std::min(rows_at_once, row_end - i);
                const std::size_t start = begin + (i > begin ? (i - begin) / columns_at_once * columns_at_once : 0);
                for (std::size_t j = start; j < end; j += columns_at_once) {
                    add_products(panel, width, products, i, j, rows, std::min(columns_at_once, end - j),
                                 out + (i - row) * out_width + j - out_column, out_width);
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
        add_all_products(rows.data(), width, begin, begin, end, width, rows.data() + begin * width, width, 0);
        finish_block(begin, end, width, rows);
    }
    // Boundary against boundary, and against ground, which is the last column of all.
    add_all_products(rows.data(), width, inside, inside, inside + boundary, inside + boundary, clique.weights.data(), boundary,
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

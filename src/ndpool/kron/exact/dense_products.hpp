#pragma once

#include <cstddef>
#include <functional>

#include "ndpool/base/parallel.hpp"

// Internal to kron/: the products of a dense elimination, which take nearly all of its time.
namespace ndpool {

/// A target is updated in tiles with this number of rows and columns; results/kernels.txt has the speed.
constexpr std::size_t tile_rows = 6;
constexpr std::size_t tile_columns = 8;

/// `count` rows of x, one after the other, each of `width` numbers.
struct ProductPanel {
    const double* x;
    std::size_t width;
    std::size_t count;
};

/// The matrix that products are added to: the rows [row, row_end) and their columns up to column_end.
struct ProductTarget {
    std::size_t row;
    std::size_t row_end;
    std::size_t column_end;
    /// Where entry (i, j) is. The later entries of the row follow it; the rows of a tile are at equal distances.
    std::function<double*(std::size_t i, std::size_t j)> place;
};

/// target(i, j) += sum over the rows v of x(v, i) x(v, j), for at least all j > i; entries left of the diagonal may be
/// overwritten with meaningless values. The sums are made of 256 rows at a time, in that order, for every width of registers
/// and number of threads. From time to time `after` is called with the number of rows added so far.
void add_products(const ProductPanel& panel, const ProductTarget& target, const Parallel& parallel,
                  const std::function<void(std::size_t rows)>& after = {});

}  // namespace ndpool

#pragma once

#include <cstddef>
#include <functional>

#include "ndpool/base/parallel.hpp"

// Internal to kron/: the products of a dense elimination, which take nearly all of its time.
namespace ndpool {

/// A target's rows are updated in tiles of so many rows and columns.
constexpr std::size_t tile_rows = 6;
constexpr std::size_t tile_columns = 8;

/// `count` rows of x, one after the other, each of `width` numbers.
struct Panel {
    const double* x;
    std::size_t width;
    std::size_t count;
};

/// What is added to: the rows [row, row_end) and their columns up to column_end.
struct ProductTarget {
    std::size_t row;
    std::size_t row_end;
    std::size_t column_end;
    /// Where entry (i, j) is. A row goes on from there; the rows of a tile are at equal distances.
    std::function<double*(std::size_t i, std::size_t j)> place;
};

/// target(i, j) += sum over the rows v of x(v, i) x(v, j), for at least all j > i; what is left of the diagonal may be
/// spoilt. The sums are made of 256 rows at a time, in that order, for every width of registers and number of threads.
/// `after` is called with the number of rows that have been added, now and then.
void add_products(const Panel& panel, const ProductTarget& target, const Parallel& parallel,
                  const std::function<void(std::size_t rows)>& after = {});

}  // namespace ndpool

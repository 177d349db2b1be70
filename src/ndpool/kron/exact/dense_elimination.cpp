// Blocked elimination of a dense interior problem. Row v, once final, is divided by the square root of its sum; from then on
// eliminating v means adding X(v, i) X(v, j) to every later pair (i, j). Diagonals are never stored: a pivot is the sum
// of its row, so nothing is ever subtracted and no digit is lost.
#include "ndpool/kron/exact/dense_elimination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "ndpool/base/error.hpp"
#include "ndpool/base/lanes.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/kron/exact/dense_products.hpp"

namespace ndpool {

namespace {

/// Rows that are made final one by one; of more rows, the first half is made final and added to the second. Decides time, and
/// the last digits by the order of the sums.
constexpr std::size_t block_rows = 48;

/// The number of pairs of `nodes` nodes, a node with itself included.
std::size_t pairs_of(std::size_t nodes) {
    return nodes * (nodes + 1) / 2;
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

/// Adds the finished rows [first, last) to `count` rows from `row` on, one finished row after the other; entries left of the
/// diagonal are overwritten with meaningless values.
template <int bytes, std::size_t count>
[[gnu::always_inline]] inline void add_finished(std::size_t first, std::size_t last, std::size_t row, std::size_t width,
                                                double* rows) {
    using Eight = Lanes<double, 8, bytes>;
    std::size_t j = row + 1;
    for (; j + 8 <= width; j += 8) {
        Eight sums[count];
#pragma GCC unroll 4
        for (std::size_t i = 0; i < count; ++i) {
            sums[i] = Eight::load(rows + (row + i) * width + j);
        }
        for (std::size_t v = first; v < last; ++v) {
            const Eight finished = Eight::load(rows + v * width + j);
#pragma GCC unroll 4
            for (std::size_t i = 0; i < count; ++i) {
                sums[i] += finished * rows[v * width + row + i];
            }
        }
#pragma GCC unroll 4
        for (std::size_t i = 0; i < count; ++i) {
            sums[i].store(rows + (row + i) * width + j);
        }
    }
    for (; j < width; ++j) {
        for (std::size_t v = first; v < last; ++v) {
            for (std::size_t i = 0; i < count; ++i) {
                rows[(row + i) * width + j] += rows[v * width + row + i] * rows[v * width + j];
            }
        }
    }
}

/// Makes rows [begin, end) final, to which all earlier rows have been added already. Groups of eight rows are finished one by
/// one, then added together to the others; each number still gets its products in the order of the finished rows.
struct EliminateBlock {
    template <int bytes>
    [[gnu::always_inline]] static void run(std::size_t begin, std::size_t end, std::size_t width, double* rows) {
        constexpr std::size_t finished_together = 8;
        for (std::size_t first = begin; first < end; first += finished_together) {
            const std::size_t last = std::min(first + finished_together, end);
            finish<bytes>(first, last, width, rows);
            std::size_t row = last;
            for (; row + 4 <= end; row += 4) {
                add_finished<bytes, 4>(first, last, row, width, rows);
            }
            for (; row < end; ++row) {
                add_finished<bytes, 1>(first, last, row, width, rows);
            }
        }
    }

    template <int bytes>
    [[gnu::always_inline]] static void finish(std::size_t begin, std::size_t end, std::size_t width, double* rows) {
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
                double* later = rows + i * width;
                for (std::size_t j = i + 1; j < width; ++j) {
                    later[j] += factor * row[j];
                }
            }
        }
    }
};

[[gnu::always_inline]] inline std::size_t list_nonzero_columns(const double* row, std::size_t begin, std::size_t end,
                                                               NodeId* found) {
    std::size_t count = 0;
    // Every column is written; if its value is zero, the next one overwrites it: no branch that cannot be predicted.
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

/// later(j) += factor * row(j) for two later rows and all j from `begin` on.
template <int bytes>
[[gnu::always_inline]] inline void add_to_two(const double* row, std::size_t begin, std::size_t width, const double factors[2],
                                              double* const later[2]) {
    constexpr std::size_t lanes = bytes / sizeof(double);
    using Part = Lanes<double, lanes, bytes>;
    std::size_t j = begin;
    for (; j + lanes <= width; j += lanes) {
        const Part values = Part::load(row + j);
        (Part::load(later[0] + j) + values * factors[0]).store(later[0] + j);
        (Part::load(later[1] + j) + values * factors[1]).store(later[1] + j);
    }
    for (; j < width; ++j) {
        later[0][j] += factors[0] * row[j];
        later[1][j] += factors[1] * row[j];
    }
}

struct EliminatePlainly {
    template <int bytes>
    [[gnu::always_inline]] static void run(std::size_t inside, std::size_t width, double* rows, std::vector<NodeId>& found) {
        constexpr std::size_t numbers_per_place = 4;  // this many are added in order in the time of one addition by column
        for (std::size_t v = 0; v < inside; ++v) {
            const double* row = rows + v * width;
            const double total = sum_of_row<bytes>(row + v + 1, width - v - 1);
            const std::size_t count = list_nonzero_columns(row, v + 1, width, found.data());
            // Without ground, the last column.
            const std::size_t nodes = count > 0 && static_cast<std::size_t>(found[count - 1]) + 1 == width ? count - 1 : count;
            std::size_t a = 0;
            if (count * numbers_per_place >= width - v) {
                for (; a + 2 <= nodes; a += 2) {
                    // The second row is changed left of its diagonal too, where numbers do not count.
                    const auto i = static_cast<std::size_t>(found[a]);
                    const auto next = static_cast<std::size_t>(found[a + 1]);
                    const double factors[2] = {row[i] / total, row[next] / total};
                    double* const later[2] = {rows + i * width, rows + next * width};
                    add_to_two<bytes>(row, i + 1, width, factors, later);
                }
            }
            for (; a < nodes; ++a) {
                const auto i = static_cast<std::size_t>(found[a]);
                const double factor = row[i] / total;
                double* later = rows + i * width;
                for (std::size_t b = a + 1; b < count; ++b) {
                    later[found[b]] += factor * row[found[b]];
                }
            }
        }
    }
};

}  // namespace

std::size_t dense_products(std::size_t inside, std::size_t boundary) {
    std::size_t products = inside * pairs_of(boundary);
    for (std::size_t i = 0; i < inside; ++i) {
        products += i * (inside + boundary - i);  // products that the earlier nodes add to the row of this one
    }
    return products;
}

std::size_t nonzero_columns(const double* row, std::size_t begin, std::size_t end, NodeId* found) {
    return run_vectorised<NonzeroColumns>(row, begin, end, found);
}

void eliminate_plainly(std::size_t inside, std::size_t width, double* rows) {
    std::vector<NodeId> found(width + 1);
    run_vectorised<EliminatePlainly>(inside, width, rows, found);
}

ZeroArray elimination_rows(std::size_t inside, std::size_t boundary, std::uint64_t memory_limit) {
    const std::size_t width = inside + boundary + 1;
    const double needed = static_cast<double>(inside) * static_cast<double>(width) * sizeof(double);
    if (!fits_in_memory(needed, memory_limit)) {
        throw TooLarge(
            fmt::format("the exact Kron reduction would take {} for {} dropped nodes that are all joined, {} are available; "
                        "the accuracies faithful and lean need far less",
                        readable_bytes(needed), inside, readable_bytes(memory_budget(memory_limit))));
    }
    return ZeroArray(inside * width);
}

void eliminate_dense(std::size_t inside, double* rows, DenseGraph& clique, const EliminationOptions& options) {
    const std::size_t boundary = clique.weights.size();
    const std::size_t width = inside + boundary + 1;
    const std::size_t all_products = dense_products(inside, boundary);
    const std::function<void(std::size_t, std::size_t)> finish = [&](std::size_t begin, std::size_t end) {
        if (end - begin <= block_rows) {
            stop_if_requested();
            run_vectorised<EliminateBlock>(begin, end, width, rows);
            options.progress("eliminate", dense_products(end, width - 1 - end) - end * pairs_of(width - 1 - end), all_products);
            return;
        }
        const std::size_t middle = begin + (end - begin + block_rows) / (2 * block_rows) * block_rows;
        finish(begin, middle);
        add_products({rows + begin * width, width, middle - begin},
                     {middle, end, width, [&](std::size_t i, std::size_t j) { return rows + i * width + j; }}, options.parallel);
        finish(middle, end);
    };
    if (inside > 0) {
        finish(0, inside);
    }
    // Boundary against boundary, and against ground, which is the last column of all.
    add_products({rows, width, inside},
                 {inside, inside + boundary, inside + boundary,
                  [&](std::size_t i, std::size_t j) { return clique.weights.element(i - inside, j - inside); }},
                 options.parallel, [&](std::size_t added) {
                     options.progress("eliminate", all_products - (inside - added) * pairs_of(boundary), all_products);
                 });
    for (std::size_t v = 0; v < inside; ++v) {
        const double* row = rows + v * width;
        const double to_ground = row[width - 1];
        if (to_ground != 0) {
            for (std::size_t j = 0; j < boundary; ++j) {
                clique.loops[j] += row[inside + j] * to_ground;
            }
        }
    }
}

}  // namespace ndpool

#include "ndpool/linalg/eigen/laplacian_operator.hpp"

#include <algorithm>
#include <limits>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/linalg/eigen/negligible_edges.hpp"

namespace ndpool {

namespace {

constexpr EntryIndex most_full_nodes = 512;  // with 1024 LaplacianOperator.LeavesOutOnlyWhatCannotMatter fails

/// Whether a full matrix is faster: it is read in order and many numbers at a time, although most of them are zero.
bool is_better_full(const Graph& graph) {
    constexpr EntryIndex zeros_per_entry = 5;  // a full matrix takes .13 ns per number, compressed rows .5 ns per entry
    const EntryIndex n = graph.node_count();
    return n <= most_full_nodes && graph.entry_count() * zeros_per_entry >= n * n;
}

/// Whether the upper half of a sparse matrix is faster: with long rows, which do not fit in the nearest caches. Level 2 of
/// sensor:8000 takes .21 instead of .30 ms per product.
bool is_better_half(const Graph& graph) {
    constexpr EntryIndex long_rows = 64;
    constexpr EntryIndex most_nodes = std::numeric_limits<std::uint16_t>::max();
    const EntryIndex n = graph.node_count();
    return n > most_full_nodes && n <= most_nodes && graph.entry_count() >= long_rows * n;
}

/// `blocks` registers of the product, beginning at `matrix`, kept while the rows pass: the matrix is symmetric, so its rows are
/// the columns.
template <int bytes, std::size_t blocks>
[[gnu::always_inline]] inline void multiply_strip(const double* matrix, std::size_t n, std::size_t stride, const double* x,
                                                  double* y) {
    constexpr int lanes = bytes / static_cast<int>(sizeof(double));
    using Block = Lanes<double, lanes, bytes>;
    Block sums[blocks];
#pragma GCC unroll 8
    for (std::size_t b = 0; b < blocks; ++b) {
        sums[b] = Block::zero();
    }
    for (std::size_t row = 0; row < n; ++row) {
#pragma GCC unroll 8
        for (std::size_t b = 0; b < blocks; ++b) {
            sums[b] += Block::load(matrix + row * stride + b * lanes) * x[row];
        }
    }
#pragma GCC unroll 8
    for (std::size_t b = 0; b < blocks; ++b) {
        sums[b].store(y + b * lanes);
    }
}

/// y = matrix * x in strips of at most eight registers, all of about the same width: a narrow one would wait for its additions.
struct MultiplyFull {
    template <int bytes>
    [[gnu::always_inline]] static void run(const double* matrix, std::size_t n, std::size_t stride, const double* x, double* y) {
        constexpr std::size_t widest = 8;
        constexpr std::size_t lanes = bytes / sizeof(double);
        std::size_t blocks = stride / lanes;
        for (std::size_t strips = (blocks + widest - 1) / widest; strips > 0; --strips) {
            const std::size_t width = (blocks + strips - 1) / strips;
            switch (width) {
                case 1: multiply_strip<bytes, 1>(matrix, n, stride, x, y); break;
                case 2: multiply_strip<bytes, 2>(matrix, n, stride, x, y); break;
                case 3: multiply_strip<bytes, 3>(matrix, n, stride, x, y); break;
                case 4: multiply_strip<bytes, 4>(matrix, n, stride, x, y); break;
                case 5: multiply_strip<bytes, 5>(matrix, n, stride, x, y); break;
                case 6: multiply_strip<bytes, 6>(matrix, n, stride, x, y); break;
                case 7: multiply_strip<bytes, 7>(matrix, n, stride, x, y); break;
                default: multiply_strip<bytes, widest>(matrix, n, stride, x, y); break;
            }
            matrix += width * lanes;
            y += width * lanes;
            blocks -= width;
        }
    }
};

}  // namespace

void write_full_laplacian(const Graph& graph, Laplacian laplacian, std::size_t stride, double* matrix) {
    const bool symmetric = laplacian == Laplacian::symmetric;
    const std::vector<double> degree = degrees(graph);
    const std::vector<double> scaling = symmetric ? inverse_roots(degree) : std::vector<double>(degree.size(), 1.0);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        double* row = matrix + static_cast<std::size_t>(node) * stride;
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            row[neighbors[k]] = -(scaling[node] * scaling[neighbors[k]]) * weights[k];
        }
        row[node] = symmetric && degree[node] > 0 ? 1.0 : degree[node];
    }
}

LaplacianOperator::LaplacianOperator(const Graph& graph, Laplacian laplacian)
    : size_(static_cast<std::size_t>(graph.node_count())), is_full_(is_better_full(graph)) {
    if (is_full_) {
        values_.assign(size_ * padded_size(), 0.0);
        write_full_laplacian(graph, laplacian, padded_size(), values_.data());
    } else {
        fill_sparse(graph, laplacian);
    }
}

void LaplacianOperator::fill_sparse(const Graph& graph, Laplacian laplacian) {
    const bool symmetric = laplacian == Laplacian::symmetric;
    diagonal_ = degrees(graph);
    const NegligibleEdges negligible(diagonal_);
    offsets_.reserve(size_ + 1);
    offsets_.push_back(0);
    const bool is_short = has_short_indices();
    is_half_ = is_better_half(graph);
    std::size_t count = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        make_room(count + neighbors.size(), static_cast<std::size_t>(graph.entry_count()));
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const double normalised = negligible.normalised(node, neighbors[k], weights[k]);
            if (is_short) {
                short_indices_[count] = static_cast<std::uint16_t>(neighbors[k]);
            } else {
                indices_[count] = neighbors[k];
            }
            values_[count] = symmetric ? normalised : weights[k];
            const bool is_stored = is_half_ ? neighbors[k] > node : neighbors[k] != node;
            count += normalised >= negligible.least() && is_stored ? 1 : 0;
        }
        offsets_.push_back(static_cast<EntryIndex>(count));
        diagonal_[node] = symmetric && diagonal_[node] > 0 ? 1.0 : diagonal_[node];
    }
    resize(count);
}

void LaplacianOperator::resize(std::size_t entries) {
    if (has_short_indices()) {
        short_indices_.resize(entries);
    } else {
        indices_.resize(entries);
    }
    values_.resize(entries);
}

void LaplacianOperator::make_room(std::size_t needed, std::size_t all) {
    constexpr std::size_t usual_row = 256;
    if (needed > values_.size()) {
        const std::size_t room = std::min(all, std::max({needed, 2 * values_.size(), usual_row * size_}));
        values_.reserve(room);
        prefer_large_pages(values_.data(), room * sizeof(double));
        resize(room);
    }
}

namespace {

/// The sum of an inner product in two parts, of even and odd entries, side by side in the narrowest of registers.
struct RowSum {
    using Pair = Lanes<double, 2, 16>;
    Pair sums = Pair::zero();

    template <typename Index>
    [[gnu::always_inline]] void add_pair(const double* values, const Index* indices, const double* x) {
        sums += Pair::load(values) * Pair{{x[indices[0]], x[indices[1]]}};
    }
    /// Adds the remaining entries of a row.
    template <typename Index>
    [[gnu::always_inline]] double finished(const double* values, const Index* indices, std::size_t count, const double* x) {
        std::size_t k = 0;
        for (; k + 2 <= count; k += 2) {
            add_pair(values + k, indices + k, x);
        }
        const double even = k < count ? sums.values[0] + values[k] * x[indices[k]] : sums.values[0];
        return even + sums.values[1];
    }
};

}  // namespace

template <typename Index>
void LaplacianOperator::apply_sparse(const Index* all_indices, const double* x, double* y) const {
    const auto length = [&](std::size_t row) { return static_cast<std::size_t>(offsets_[row + 1] - offsets_[row]); };
    std::size_t row = 0;
    // Two rows at a time, as long as both have entries: neither waits for the other's additions.
    for (; row + 2 <= size_; row += 2) {
        const std::size_t both = std::min(length(row), length(row + 1)) / 2 * 2;
        const double* values[2] = {values_.data() + offsets_[row], values_.data() + offsets_[row + 1]};
        const Index* indices[2] = {all_indices + offsets_[row], all_indices + offsets_[row + 1]};
        RowSum first;
        RowSum second;
        for (std::size_t k = 0; k < both; k += 2) {
            first.add_pair(values[0] + k, indices[0] + k, x);
            second.add_pair(values[1] + k, indices[1] + k, x);
        }
        y[row] = diagonal_[row] * x[row] - first.finished(values[0] + both, indices[0] + both, length(row) - both, x);
        y[row + 1] =
            diagonal_[row + 1] * x[row + 1] - second.finished(values[1] + both, indices[1] + both, length(row + 1) - both, x);
    }
    if (row < size_) {
        const EntryIndex begin = offsets_[row];
        y[row] = diagonal_[row] * x[row] - RowSum{}.finished(values_.data() + begin, all_indices + begin, length(row), x);
    }
    std::fill(y + size_, y + padded_size(), 0.0);
}

void LaplacianOperator::apply_half(const double* x, double* y) const {
    using Pair = Lanes<double, 2, 16>;
    for (std::size_t row = 0; row < size_; ++row) {
        y[row] = diagonal_[row] * x[row];
    }
    std::fill(y + size_, y + padded_size(), 0.0);
    for (std::size_t row = 0; row < size_; ++row) {
        const double* values = values_.data() + offsets_[row];
        const std::uint16_t* indices = short_indices_.data() + offsets_[row];
        const auto count = static_cast<std::size_t>(offsets_[row + 1] - offsets_[row]);
        const double own = x[row];
        Pair sums[2] = {Pair::zero(), Pair::zero()};
        std::size_t k = 0;
        for (; k + 4 <= count; k += 4) {
#pragma GCC unroll 2
            for (std::size_t part = 0; part < 2; ++part) {
                const std::size_t i = indices[k + 2 * part];
                const std::size_t j = indices[k + 2 * part + 1];
                const Pair pair = Pair::load(values + k + 2 * part);
                sums[part] += pair * Pair{{x[i], x[j]}};
                const Pair products = pair * own;
                y[i] -= products.values[0];
                y[j] -= products.values[1];
            }
        }
        double rest = 0;
        for (; k < count; ++k) {
            rest += values[k] * x[indices[k]];
            y[indices[k]] -= values[k] * own;
        }
        const Pair both = sums[0] + sums[1];
        y[row] -= both.values[0] + both.values[1] + rest;
    }
}

void LaplacianOperator::apply(const double* x, double* y) const {
    if (is_full_) {
        run_vectorised<MultiplyFull>(values_.data(), size_, padded_size(), x, y);
    } else if (is_half_) {
        apply_half(x, y);
    } else if (has_short_indices()) {
        apply_sparse(short_indices_.data(), x, y);
    } else {
        apply_sparse(indices_.data(), x, y);
    }
}

}  // namespace ndpool

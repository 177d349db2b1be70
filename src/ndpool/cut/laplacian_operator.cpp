#include "ndpool/cut/laplacian_operator.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

/// A full matrix is read in order and many numbers at a time: faster although most of what it reads is zero.
bool is_better_full(const Graph& graph) {
    constexpr EntryIndex largest = 512;  // stays in the caches of one core
    constexpr EntryIndex zeros_an_entry = 5;
    const EntryIndex n = graph.node_count();
    return n <= largest && graph.entry_count() * zeros_an_entry >= n * n;
}

/// 1 / sqrt(degree), 0 for isolated nodes.
std::vector<double> inverse_roots(std::span<const double> degrees) {
    std::vector<double> roots(degrees.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
        roots[i] = degrees[i] > 0 ? 1 / std::sqrt(degrees[i]) : 0.0;
    }
    return roots;
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

/// y = matrix * x in strips of at most eight registers, all about as wide: a narrow one would wait for its additions.
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

std::vector<double> full_laplacian(const Graph& graph, Laplacian laplacian, std::size_t stride) {
    const bool symmetric = laplacian == Laplacian::symmetric;
    const std::vector<double> degree = degrees(graph);
    const std::vector<double> scaling = symmetric ? inverse_roots(degree) : std::vector<double>(degree.size(), 1.0);
    std::vector<double> matrix(degree.size() * stride, 0.0);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        double* row = matrix.data() + static_cast<std::size_t>(node) * stride;
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            row[neighbors[k]] = -(scaling[node] * scaling[neighbors[k]]) * weights[k];
        }
        row[node] = symmetric && degree[node] > 0 ? 1.0 : degree[node];
    }
    return matrix;
}

LaplacianOperator::LaplacianOperator(const Graph& graph, Laplacian laplacian)
    : size_(static_cast<std::size_t>(graph.node_count())), is_full_(is_better_full(graph)) {
    if (is_full_) {
        values_ = full_laplacian(graph, laplacian, padded_size());
    } else {
        fill_sparse(graph, laplacian);
    }
}

void LaplacianOperator::fill_sparse(const Graph& graph, Laplacian laplacian) {
    const bool symmetric = laplacian == Laplacian::symmetric;
    diagonal_ = degrees(graph);
    const std::vector<double> roots = inverse_roots(diagonal_);
    const double least = 1e-12 / static_cast<double>(std::max<std::size_t>(size_, 1));
    offsets_.reserve(size_ + 1);
    offsets_.push_back(0);
    indices_.resize(static_cast<std::size_t>(graph.entry_count()));
    values_.resize(static_cast<std::size_t>(graph.entry_count()));
    std::size_t count = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const double normalised = (roots[node] * roots[neighbors[k]]) * weights[k];
            indices_[count] = neighbors[k];
            values_[count] = symmetric ? normalised : weights[k];
            count += normalised >= least && neighbors[k] != node ? 1 : 0;
        }
        offsets_.push_back(static_cast<EntryIndex>(count));
        diagonal_[node] = symmetric && diagonal_[node] > 0 ? 1.0 : diagonal_[node];
    }
    indices_.resize(count);
    values_.resize(count);
}

void LaplacianOperator::apply_sparse(const double* x, double* y) const {
    const NodeId* indices = indices_.data();
    const double* values = values_.data();
    for (std::size_t row = 0; row < size_; ++row) {
        const auto end = static_cast<std::size_t>(offsets_[row + 1]);
        auto k = static_cast<std::size_t>(offsets_[row]);
        // Two sums: an addition need not wait for the one before.
        double even = 0;
        double odd = 0;
        for (; k + 2 <= end; k += 2) {
            even += values[k] * x[indices[k]];
            odd += values[k + 1] * x[indices[k + 1]];
        }
        even += k < end ? values[k] * x[indices[k]] : 0.0;
        y[row] = diagonal_[row] * x[row] - (even + odd);
    }
    std::fill(y + size_, y + padded_size(), 0.0);
}

void LaplacianOperator::apply(const double* x, double* y) const {
    if (is_full_) {
        run_vectorised<MultiplyFull>(values_.data(), size_, padded_size(), x, y);
    } else {
        apply_sparse(x, y);
    }
}

}  // namespace ndpool

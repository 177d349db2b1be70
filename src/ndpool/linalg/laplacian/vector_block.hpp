// Internal: sixteen vectors of a graph side by side, and what the eigensolver does with them.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/base/lanes.hpp"
#include "ndpool/base/parallel.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// How many vectors a block has: the entries of one node fill a cache line and the widest vector register.
inline constexpr int block_width = 16;

/// The entries of one node in all vectors. Single precision: an eigenvalue has the square of its vector's error.
struct alignas(64) BlockRow {
    std::array<float, block_width> values;
};

/// A row in registers of `bytes` bytes, for kernels; `Real` may be double.
template <int bytes, typename Real = float>
using RowLanes = Lanes<Real, block_width, bytes>;

template <int bytes, typename Real = float>
[[gnu::always_inline]] inline RowLanes<bytes, Real> load_row(const BlockRow& row) {
    return RowLanes<bytes, Real>::load_converted(row.values.data());
}

template <int bytes>
[[gnu::always_inline]] inline void store_row(const RowLanes<bytes>& lanes, BlockRow& row) {
    lanes.store(row.values.data());
}

/// Memory in large pages where the system has them.
[[nodiscard]] void* allocate_pages(std::size_t bytes);
void free_pages(void* place) noexcept;

/// Leaves new elements as they are: large blocks are written by all threads at once, not first zeroed by one.
template <typename T>
struct UnfilledAllocator {
    using value_type = T;

    UnfilledAllocator() = default;
    template <typename U>
    UnfilledAllocator(const UnfilledAllocator<U>& /*other*/) noexcept {}

    [[nodiscard]] T* allocate(std::size_t count) { return static_cast<T*>(allocate_pages(count * sizeof(T))); }
    void deallocate(T* place, std::size_t /*count*/) noexcept { free_pages(place); }
    bool operator==(const UnfilledAllocator& /*other*/) const { return true; }
    template <typename U>
    void construct(U* place) noexcept {
        ::new (static_cast<void*>(place)) U;
    }
    template <typename U, typename... Arguments>
    void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
};

/// One row per node. New rows are not initialised.
using VectorBlock = std::vector<BlockRow, UnfilledAllocator<BlockRow>>;

/// Resizes a block without initialising its rows; if it must grow, the old rows are not copied.
inline void resize_unfilled(VectorBlock& block, std::size_t rows) {
    if (rows > block.capacity()) {
        block = VectorBlock();
    }
    block.resize(rows);
}

/// Rows are processed in chunks of this size, whatever the number of threads; sums are added chunk by chunk.
inline constexpr std::size_t rows_per_chunk = 4096;

/// Calls body(first, last) for every chunk of 0 .. rows - 1.
template <typename Body>
void for_chunks(std::size_t rows, const Parallel& parallel, const Body& body) {
    parallel_for((rows + rows_per_chunk - 1) / rows_per_chunk, parallel,
                 [&](std::size_t piece) { body(piece * rows_per_chunk, std::min(rows, (piece + 1) * rows_per_chunk)); });
}

/// L x for one row, L being the loopy Laplacian: sums of differences, which lose no accuracy where x is smooth. The sums may be
/// in double precision.
template <int bytes, typename Real = float>
[[gnu::always_inline]] inline RowLanes<bytes, Real> laplacian_row(const Graph& graph, const BlockRow* x, NodeId node) {
    const SparseMatrix& adjacency = graph.adjacency();
    const EntryIndex end = adjacency.offsets[node + 1];
    const auto own = load_row<bytes, Real>(x[node]);
    auto sum = RowLanes<bytes, Real>::zero();
    for (EntryIndex k = adjacency.offsets[node]; k < end; ++k) {
        const NodeId neighbor = adjacency.indices[k];
        const auto weight = static_cast<Real>(adjacency.values[k]);
        // A self-loop is an edge to the ground, whose value is zero.
        sum += (neighbor == node ? own : own - load_row<bytes, Real>(x[neighbor])) * weight;
    }
    return sum;
}

/// Which nodes count in the inner product of the pencil (L, M): all, or those with depth[node] >= least.
struct Mass {
    std::span<const std::uint16_t> depth;
    std::uint16_t least = 0;

    [[nodiscard]] bool counts(std::size_t node) const { return depth.empty() || depth[node] >= least; }
};

/// X' L X and X' M X for X = the columns of all blocks one after the other.
struct PencilGrams {
    Eigen::MatrixXd stiffness;
    Eigen::MatrixXd mass;
};
/// Small graphs are summed in double precision, because their vectors may be linearly dependent except for rounding.
/// With `known` the first block consists of vectors x with x' L x = these values and x' M x = 1, each orthogonal to the
/// others in both senses, so that its own products need not be taken if the graph is large.
[[nodiscard]] PencilGrams pencil_grams(const Graph& graph, std::span<const VectorBlock* const> blocks, const Mass& mass,
                                       std::span<const double> known, const Parallel& parallel);
/// X' M X alone.
[[nodiscard]] Eigen::MatrixXd mass_gram(const VectorBlock& x, const Mass& mass, const Parallel& parallel);

/// The residuals L x - value M x of the vectors with these values.
void pencil_residuals(const Graph& graph, const VectorBlock& x, std::span<const double> values, const Mass& mass,
                      VectorBlock& residuals, const Parallel& parallel);

/// target = the sum of blocks[b] times rows 16 b .. 16 b + 15 of the coefficients. May be one of the blocks.
void combine(std::span<const VectorBlock* const> blocks, const Eigen::MatrixXd& coefficients, VectorBlock& target,
             const Parallel& parallel);

}  // namespace ndpool

#pragma once

#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/kron/sparse_elimination.hpp"

// Internal to kron/: eliminating one connected component of dropped nodes exactly.
namespace ndpool {

/// The upper triangle of a square matrix, zero at first. Rows are stored in blocks, each as a rectangle that begins at
/// the block's own column, so that half the memory does and whole tiles can be written.
class UpperTriangle {
public:
    static constexpr std::size_t rows_a_block = 48;

    UpperTriangle() = default;
    explicit UpperTriangle(std::size_t size);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t blocks() const { return (size_ + rows_a_block - 1) / rows_a_block; }
    /// Where (i, j) is, for every j from the first row of i's block on; the row goes on from there. What is below the
    /// diagonal is scratch.
    [[nodiscard]] double* element(std::size_t i, std::size_t j) { return values_.data() + position(i, j); }
    [[nodiscard]] const double* element(std::size_t i, std::size_t j) const { return values_.data() + position(i, j); }

    /// The rows of one block of the symmetric matrix, each with all its columns, one after the other; zeros on the diagonal.
    void copy_block(std::size_t block, std::vector<double>& rows) const;

    /// Bytes of a triangle of this size.
    [[nodiscard]] static double bytes(std::size_t size);

private:
    [[nodiscard]] std::size_t block_offset(std::size_t block) const {
        const std::size_t whole = block * rows_a_block * size_;
        return whole - (block > 0 ? rows_a_block * rows_a_block * (block * (block - 1) / 2) : 0);
    }
    [[nodiscard]] std::size_t position(std::size_t i, std::size_t j) const {
        const std::size_t block = i / rows_a_block;
        const std::size_t begin = block * rows_a_block;
        return block_offset(block) + (i - begin) * (size_ - begin) + (j - begin);
    }

    std::size_t size_ = 0;
    std::vector<double> values_;
};

/// What a component becomes: weights between the kept nodes around it, and what is added to their self-loops.
struct Clique {
    UpperTriangle weights;
    std::vector<double> ground;
};

struct EliminationOptions {
    std::uint64_t memory_limit = 0;  ///< bytes, 0: what is available
    Parallel parallel = {};
    Progress progress = {};  ///< hears of the phase "eliminate"
};

/// Eliminates the inside nodes of the mesh in an order of least degree while their rows are short, the rest as one dense
/// matrix. Throws TooLarge before that matrix would exceed the memory limit.
[[nodiscard]] Clique eliminate(const Mesh& mesh, const EliminationOptions& options);

/// So many zeros, for large pages to hold them.
[[nodiscard]] std::vector<double> many_zeros(std::size_t count);

/// Writes the columns in [begin, end) where the row is not zero, and scratch in one place beyond them; returns how many.
[[nodiscard]] std::size_t nonzero_columns(const double* row, std::size_t begin, std::size_t end, NodeId* found);

/// Plain elimination of the first `inside` nodes of a matrix of `width` - 1 nodes and, in its last column, ground. Only
/// weights to later nodes count.
void eliminate_plainly(std::size_t inside, std::size_t width, double* rows);

/// Multiplications, each with its addition, that eliminate_dense does for so many nodes.
[[nodiscard]] std::size_t dense_products(std::size_t inside, std::size_t boundary);

/// The dense end of an elimination: `rows` holds, for each of `inside` nodes, its weights to the inside nodes, to the
/// boundary and to ground: inside + boundary + 1 numbers, of which those to later nodes count. Adds what they become to
/// the clique.
void eliminate_dense(std::size_t inside, std::vector<double>& rows, Clique& clique, const EliminationOptions& options);

}  // namespace ndpool

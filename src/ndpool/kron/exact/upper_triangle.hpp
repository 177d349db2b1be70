#pragma once

#include <cstddef>
#include <vector>

#include "ndpool/kron/exact/zero_array.hpp"

// Internal to kron/exact/.
namespace ndpool {

/// The upper triangle of a square matrix, zero at first. Rows are stored in blocks, each as a rectangle that begins at
/// the block's own column, so that half the memory suffices and whole tiles can be written.
class UpperTriangle {
public:
    static constexpr std::size_t rows_per_block = 48;

    UpperTriangle() = default;
    explicit UpperTriangle(std::size_t size);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t blocks() const { return (size_ + rows_per_block - 1) / rows_per_block; }
    /// Where (i, j) is, for every j from the first row of i's block on; the later entries of the row follow it. Values below
    /// the diagonal have no meaning.
    [[nodiscard]] double* element(std::size_t i, std::size_t j) { return values_.data() + position(i, j); }
    [[nodiscard]] const double* element(std::size_t i, std::size_t j) const { return values_.data() + position(i, j); }

    /// The rows of one block of the symmetric matrix, each with all its columns, one after the other; zeros on the diagonal.
    void copy_block(std::size_t block, std::vector<double>& rows) const;

    /// Bytes of a triangle of this size.
    [[nodiscard]] static double bytes(std::size_t size);

private:
    [[nodiscard]] std::size_t block_offset(std::size_t block) const {
        const std::size_t whole = block * rows_per_block * size_;
        return whole - (block > 0 ? rows_per_block * rows_per_block * (block * (block - 1) / 2) : 0);
    }
    [[nodiscard]] std::size_t position(std::size_t i, std::size_t j) const {
        const std::size_t block = i / rows_per_block;
        const std::size_t begin = block * rows_per_block;
        return block_offset(block) + (i - begin) * (size_ - begin) + (j - begin);
    }

    std::size_t size_ = 0;
    ZeroArray values_;
};

}  // namespace ndpool

#include "ndpool/kron/exact/upper_triangle.hpp"

#include <algorithm>

namespace ndpool {

UpperTriangle::UpperTriangle(std::size_t size) : size_(size) {
    values_ = ZeroArray(block_offset(blocks()));
}

double UpperTriangle::bytes(std::size_t size) {
    const double whole = static_cast<double>(size) * static_cast<double>(size + rows_per_block);
    return 0.5 * whole * sizeof(double);
}

void UpperTriangle::copy_block(std::size_t block, std::vector<double>& rows) const {
    constexpr std::size_t together = 8;  // a cache line of a row at a time
    const std::size_t begin = block * rows_per_block;
    const std::size_t count = std::min(rows_per_block, size_ - begin);
    rows.resize(count * size_);
    for (std::size_t column = 0; column < begin; column += together) {
        const double* above = element(column, begin);
        const std::size_t stride = size_ - column / rows_per_block * rows_per_block;
        for (std::size_t r = 0; r < count; ++r) {
            double* place = rows.data() + r * size_ + column;
            for (std::size_t c = 0; c < together; ++c) {
                place[c] = above[c * stride + r];
            }
        }
    }
    for (std::size_t r = 0; r < count; ++r) {
        double* row = rows.data() + r * size_ + begin;
        for (std::size_t c = 0; c < r; ++c) {
            row[c] = *element(begin + c, begin + r);
        }
        row[r] = 0;
        const double* right = element(begin + r, begin);
        std::copy(right + r + 1, right + (size_ - begin), row + r + 1);
    }
}

}  // namespace ndpool

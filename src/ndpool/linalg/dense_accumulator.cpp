#include "ndpool/linalg/dense_accumulator.hpp"

#include <algorithm>

namespace ndpool {

void EntryCollector::append_positive(const double* row, SparseMatrix& matrix) {
    std::size_t count = 0;
    for (std::size_t column = 0; column < columns_; ++column) {
        found_[count] = static_cast<NodeId>(column);
        found_values_[count] = row[column];
        count += row[column] > 0 ? 1 : 0;
    }
    const auto end = static_cast<std::ptrdiff_t>(count);
    matrix.indices.insert(matrix.indices.end(), found_.begin(), found_.begin() + end);
    matrix.values.insert(matrix.values.end(), found_values_.begin(), found_values_.begin() + end);
}

void DenseAccumulator::expect(std::size_t additions) {
    constexpr std::size_t share = 16;  // scanning a column is this much cheaper than sorting it
    looks_at_all_ = additions * share >= sums_.size();
}

void DenseAccumulator::add_all(std::span<const NodeId> columns, const double* weights) {
    if (looks_at_all_) {
        for (std::size_t k = 0; k < columns.size(); ++k) {
            sums_[columns[k]] += weights[k];
        }
        return;
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
        add(columns[k], weights[k]);
    }
}

void DenseAccumulator::finish_row(SparseMatrix& matrix) {
    if (looks_at_all_) {
        collector_.append_positive(sums_.data(), matrix);
        std::fill(sums_.begin(), sums_.end(), 0.0);
    } else {
        finish_touched(matrix);
    }
    matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
}

void DenseAccumulator::finish_touched(SparseMatrix& matrix) {
    std::sort(touched_.begin(), touched_.end());
    for (const NodeId column : touched_) {
        if (sums_[column] > 0) {  // products may underflow to zero
            matrix.indices.push_back(column);
            matrix.values.push_back(sums_[column]);
        }
        sums_[column] = 0;
        is_touched_[column] = 0;
    }
    touched_.clear();
}

}  // namespace ndpool

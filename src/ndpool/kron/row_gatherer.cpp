#include "ndpool/kron/row_gatherer.hpp"

#include <algorithm>

namespace ndpool {

void RowGatherer::expect(std::size_t additions) {
    constexpr std::size_t share = 16;  // looking at a column is so much cheaper than sorting it in
    looks_at_all_ = additions * share >= sums_.size();
    if (looks_at_all_ && found_.empty()) {
        found_.resize(sums_.size() + 1);
        found_sums_.resize(sums_.size() + 1);
    }
}

void RowGatherer::add_all(std::span<const NodeId> columns, const double* weights) {
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

void RowGatherer::finish_row(SparseMatrix& matrix) {
    if (looks_at_all_) {
        finish_all(matrix);
    } else {
        finish_touched(matrix);
    }
    matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
}

void RowGatherer::finish_touched(SparseMatrix& matrix) {
    std::sort(touched_.begin(), touched_.end());
    for (const NodeId column : touched_) {
        if (sums_[column] > 0) {  // products may underflow to nothing
            matrix.indices.push_back(column);
            matrix.values.push_back(sums_[column]);
        }
        sums_[column] = 0;
        is_touched_[column] = 0;
    }
    touched_.clear();
}

void RowGatherer::finish_all(SparseMatrix& matrix) {
    std::size_t count = 0;
    for (std::size_t column = 0; column < sums_.size(); ++column) {
        found_[count] = static_cast<NodeId>(column);
        found_sums_[count] = sums_[column];
        count += sums_[column] > 0 ? 1 : 0;
        sums_[column] = 0;
    }
    const auto end = static_cast<std::ptrdiff_t>(count);
    matrix.indices.insert(matrix.indices.end(), found_.begin(), found_.begin() + end);
    matrix.values.insert(matrix.values.end(), found_sums_.begin(), found_sums_.begin() + end);
}

}  // namespace ndpool

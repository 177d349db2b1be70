#include "ndpool/pyramid/assignment_matrix.hpp"

#include <algorithm>

namespace ndpool {

SparseMatrix product(const SparseMatrix& left, const SparseMatrix& right) {
    SparseMatrix result{left.rows, right.columns, {0}, {}, {}};
    result.offsets.reserve(static_cast<std::size_t>(left.rows) + 1);
    std::vector<double> sums(static_cast<std::size_t>(right.columns), 0.0);
    std::vector<NodeId> last_row(sums.size(), -1);  // the last row in which each column occurred
    for (NodeId row = 0; row < left.rows; ++row) {
        const auto begin = static_cast<std::ptrdiff_t>(result.indices.size());
        for (EntryIndex k = left.offsets[row]; k < left.offsets[row + 1]; ++k) {
            const NodeId middle = left.indices[k];
            for (EntryIndex m = right.offsets[middle]; m < right.offsets[middle + 1]; ++m) {
                const NodeId column = right.indices[m];
                if (last_row[column] != row) {
                    last_row[column] = row;
                    sums[column] = 0;
                    result.indices.push_back(column);
                }
                sums[column] += left.values[k] * right.values[m];
            }
        }
        std::sort(result.indices.begin() + begin, result.indices.end());
        for (auto column = result.indices.begin() + begin; column != result.indices.end(); ++column) {
            result.values.push_back(sums[*column]);
        }
        result.offsets.push_back(static_cast<EntryIndex>(result.indices.size()));
    }
    return result;
}

Table<double> product(const SparseMatrix& matrix, const Table<double>& signal) {
    Table<double> result{signal.columns, std::vector<double>(static_cast<std::size_t>(matrix.rows) * signal.columns, 0.0)};
    for (NodeId row = 0; row < matrix.rows; ++row) {
        double* const sums = result.values.data() + static_cast<std::size_t>(row) * signal.columns;
        for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            const double* const from = signal.row(static_cast<std::size_t>(matrix.indices[k]));
            for (std::size_t c = 0; c < signal.columns; ++c) {
                sums[c] += matrix.values[k] * from[c];
            }
        }
    }
    return result;
}

std::vector<NodeId> largest_in_rows(const SparseMatrix& matrix) {
    std::vector<NodeId> columns(static_cast<std::size_t>(matrix.rows), -1);
    for (NodeId row = 0; row < matrix.rows; ++row) {
        const auto begin = matrix.values.begin() + matrix.offsets[row];
        const auto end = matrix.values.begin() + matrix.offsets[row + 1];
        if (begin != end) {
            columns[row] = matrix.indices[std::max_element(begin, end) - matrix.values.begin()];
        }
    }
    return columns;
}

std::vector<NodeId> largest_in_columns(const SparseMatrix& matrix) {
    std::vector<NodeId> rows(static_cast<std::size_t>(matrix.columns), -1);
    std::vector<double> largest(rows.size(), 0.0);
    for (NodeId row = 0; row < matrix.rows; ++row) {
        for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            const NodeId column = matrix.indices[k];
            if (rows[column] < 0 || matrix.values[k] > largest[column]) {
                rows[column] = row;
                largest[column] = matrix.values[k];
            }
        }
    }
    return rows;
}

}  // namespace ndpool

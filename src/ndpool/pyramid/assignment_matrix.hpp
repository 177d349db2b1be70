#pragma once

#include <vector>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/graph/sparse_matrix.hpp"

// Internal to pyramid/: operations on assignment matrices of levels.
namespace ndpool {

/// left * right; columns sorted, every sum in the order of left's entries.
[[nodiscard]] SparseMatrix product(const SparseMatrix& left, const SparseMatrix& right);

/// matrix * signal.
[[nodiscard]] Table<double> product(const SparseMatrix& matrix, const Table<double>& signal);

/// For each row the column of its largest entry, the first one among equal ones; -1 if it has none. Columns must be sorted.
[[nodiscard]] std::vector<NodeId> largest_in_rows(const SparseMatrix& matrix);

/// For each column the row of its largest entry, the first one among equal ones; -1 if it has none.
[[nodiscard]] std::vector<NodeId> largest_in_columns(const SparseMatrix& matrix);

}  // namespace ndpool

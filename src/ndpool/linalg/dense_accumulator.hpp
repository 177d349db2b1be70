#pragma once

#include <span>
#include <vector>

#include "ndpool/graph/sparse_matrix.hpp"

// Rows of a sparse matrix as sums of terms.
namespace ndpool {

/// Appends rows that are given as arrays with a number for each column.
class EntryCollector {
public:
    explicit EntryCollector(std::size_t columns) : columns_(columns), found_(columns + 1), found_values_(columns + 1) {}

    /// Appends the columns with a positive value; the caller sets the offsets.
    void append_positive(const double* row, SparseMatrix& matrix);

private:
    std::size_t columns_;
    std::vector<NodeId> found_;
    std::vector<double> found_values_;
};

/// Sums one row of a matrix at a time in an array with a place for every column. The non-zero columns are found by a list of
/// those touched or by a scan over all of them; the result is the same.
class DenseAccumulator {
public:
    explicit DenseAccumulator(std::size_t columns) : sums_(columns, 0.0), is_touched_(columns, 0), collector_(columns) {}

    /// To be called before anything is added, with the approximate number of additions.
    void expect(std::size_t additions);

    void add(NodeId column, double weight) {
        if (!looks_at_all_ && is_touched_[column] == 0) {
            is_touched_[column] = 1;
            touched_.push_back(column);
        }
        sums_[column] += weight;
    }
    void add_all(std::span<const NodeId> columns, const double* weights);

    /// Appends the row, without zeros, to the matrix and clears it.
    void finish_row(SparseMatrix& matrix);

private:
    void finish_touched(SparseMatrix& matrix);

    std::vector<double> sums_;
    std::vector<unsigned char> is_touched_;
    std::vector<NodeId> touched_;
    EntryCollector collector_;
    bool looks_at_all_ = false;
};

}  // namespace ndpool

#include "graph_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "ndpool/graph/assemble.hpp"
#include "ndpool/graph/directed.hpp"
#include "ndpool/input/named_input.hpp"

namespace ndpool::python {

namespace {

NodeId checked_count(std::int64_t nodes) {
    if (nodes < 0 || nodes >= std::numeric_limits<NodeId>::max()) {
        throw InvalidInput(
            fmt::format("the graph has {} nodes, expected 0 to {}", nodes, std::numeric_limits<NodeId>::max() - 1));
    }
    return static_cast<NodeId>(nodes);
}

template <typename Index>
NodeId checked_node(Index id, NodeId nodes, std::size_t position) {
    if (id < 0 || id >= static_cast<Index>(nodes)) {
        throw InvalidInput(fmt::format("entry {} has the node {}, expected 0 to {}", position, id, nodes - 1));
    }
    return static_cast<NodeId>(id);
}

bool ascends(const SparseMatrix& matrix, NodeId row) {
    for (EntryIndex k = matrix.offsets[row] + 1; k < matrix.offsets[row + 1]; ++k) {
        if (matrix.indices[k - 1] >= matrix.indices[k]) {
            return false;
        }
    }
    return true;
}

/// Sorts rows and sums entries of the same place, if there are any.
void make_canonical(SparseMatrix& matrix) {
    bool all_ascend = true;
    for (NodeId row = 0; row < matrix.rows && all_ascend; ++row) {
        all_ascend = ascends(matrix, row);
    }
    if (all_ascend) {
        return;
    }
    sort_rows(matrix);
    EntryIndex used = 0;
    EntryIndex begin = 0;
    for (NodeId row = 0; row < matrix.rows; ++row) {
        const EntryIndex end = matrix.offsets[row + 1];
        const EntryIndex first = used;
        for (EntryIndex k = begin; k < end; ++k) {
            if (used > first && matrix.indices[used - 1] == matrix.indices[k]) {
                matrix.values[used - 1] += matrix.values[k];
            } else {
                matrix.indices[used] = matrix.indices[k];
                matrix.values[used++] = matrix.values[k];
            }
        }
        begin = end;
        matrix.offsets[row + 1] = used;
    }
    matrix.indices.resize(static_cast<std::size_t>(used));
    matrix.values.resize(static_cast<std::size_t>(used));
}

void refuse_duplicates(const SparseMatrix& matrix) {
    for (NodeId row = 0; row < matrix.rows; ++row) {
        for (EntryIndex k = matrix.offsets[row] + 1; k < matrix.offsets[row + 1]; ++k) {
            if (matrix.indices[k - 1] == matrix.indices[k]) {
                throw InvalidEntry(row, matrix.indices[k], "the edge occurs twice, expected each once (coalesce them)");
            }
        }
    }
}

}  // namespace

template <typename Index>
SparseMatrix matrix_from_rows(std::int64_t nodes, std::span<const Index> offsets, std::span<const Index> columns,
                              std::span<const double> values) {
    SparseMatrix matrix;
    matrix.rows = matrix.columns = checked_count(nodes);
    const bool fits = offsets.size() == static_cast<std::size_t>(nodes) + 1 && columns.size() == values.size() &&
                      offsets.front() == 0 && std::is_sorted(offsets.begin(), offsets.end()) &&
                      static_cast<std::size_t>(offsets.back()) <= columns.size();
    if (!fits) {
        throw InvalidInput("the arrays of the matrix do not fit together, expected compressed sparse rows");
    }
    const auto entries = static_cast<std::size_t>(offsets.back());
    matrix.offsets.assign(offsets.begin(), offsets.end());
    matrix.indices.resize(entries);
    for (std::size_t k = 0; k < entries; ++k) {
        matrix.indices[k] = checked_node(columns[k], matrix.rows, k);
    }
    matrix.values.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(entries));
    make_canonical(matrix);
    return matrix;
}

template <typename Index>
SparseMatrix matrix_from_entries_of(std::int64_t nodes, std::span<const Index> rows, std::span<const Index> columns,
                                    std::span<const double> values, bool sums) {
    SparseMatrix matrix;
    matrix.rows = matrix.columns = checked_count(nodes);
    if (rows.size() != columns.size() || (!values.empty() && values.size() != rows.size())) {
        throw InvalidInput(fmt::format("there are {} rows, {} columns and {} weights of entries, expected equally many",
                                       rows.size(), columns.size(), values.size()));
    }
    matrix.offsets.assign(static_cast<std::size_t>(nodes) + 1, 0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        ++matrix.offsets[checked_node(rows[k], matrix.rows, k) + 1];
    }
    for (NodeId row = 0; row < matrix.rows; ++row) {
        matrix.offsets[row + 1] += matrix.offsets[row];
    }
    matrix.indices.resize(rows.size());
    matrix.values.resize(rows.size());
    std::vector<EntryIndex> next(matrix.offsets.begin(), matrix.offsets.end() - 1);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(rows[k])]++);
        matrix.indices[place] = checked_node(columns[k], matrix.rows, k);
        matrix.values[place] = values.empty() ? 1.0 : values[k];
    }
    if (!sums) {
        sort_rows(matrix);
        refuse_duplicates(matrix);
    }
    make_canonical(matrix);
    return matrix;
}

Graph graph_of(SparseMatrix matrix, const std::string& symmetrize) {
    const Symmetrize how = symmetrize_named(symmetrize);
    if (how == Symmetrize::refuse) {
        return Graph::from_adjacency(std::move(matrix));
    }
    drop_zeros(matrix);
    check_entries(matrix);
    return undirected(matrix, how);
}

template SparseMatrix matrix_from_rows(std::int64_t, std::span<const std::int32_t>, std::span<const std::int32_t>,
                                       std::span<const double>);
template SparseMatrix matrix_from_rows(std::int64_t, std::span<const std::int64_t>, std::span<const std::int64_t>,
                                       std::span<const double>);
template SparseMatrix matrix_from_entries_of(std::int64_t, std::span<const std::int32_t>, std::span<const std::int32_t>,
                                             std::span<const double>, bool);
template SparseMatrix matrix_from_entries_of(std::int64_t, std::span<const std::int64_t>, std::span<const std::int64_t>,
                                             std::span<const double>, bool);

}  // namespace ndpool::python

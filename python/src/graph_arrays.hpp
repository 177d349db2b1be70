#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ndpool/graph/graph.hpp"

// Graphs out of the arrays of SciPy and PyTorch Geometric.
namespace ndpool::python {

/// Compressed rows as SciPy has them: columns in any order, entries of the same place are summed.
template <typename Index>
[[nodiscard]] SparseMatrix matrix_from_rows(std::int64_t nodes, std::span<const Index> offsets, std::span<const Index> columns,
                                            std::span<const double> values);

/// Entries in any order; those of the same place are summed if `sums`, else they are refused. No values: all are 1.
template <typename Index>
[[nodiscard]] SparseMatrix matrix_from_entries_of(std::int64_t nodes, std::span<const Index> rows, std::span<const Index> columns,
                                                  std::span<const double> values, bool sums);

/// The graph of a full adjacency matrix. `symmetrize` is a word of symmetrize_named. Throws InvalidEntry with the place of what
/// is wrong: a direction, a negative weight, NaN.
[[nodiscard]] Graph graph_of(SparseMatrix matrix, const std::string& symmetrize);

}  // namespace ndpool::python

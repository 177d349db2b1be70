#pragma once

#include <span>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// One entry of a matrix as a file or a generator lists it.
struct Entry {
    NodeId row;
    NodeId column;
    double value = 1.0;
};

/// What a list of entries says about a graph.
enum class EntryMeaning : std::uint8_t {
    each_edge_once,   ///< (i, j) means both directions; (j, i) would be a duplicate.
    both_directions,  ///< a full adjacency matrix, which must be symmetric.
    edge_list,        ///< either of the two, decided by the entries; some edges once and some twice is directed.
};

/// Throws InvalidEntry unless the ids are in [0, nodes) and the value is finite and not negative.
void check_entry(NodeId nodes, const Entry& entry);
/// check_entry for all entries of a square matrix with sorted rows, which must have no duplicates.
void check_entries(const SparseMatrix& matrix);

/// Sorts entries into compressed rows with sorted columns. Nothing is summed or dropped, and only the range of ids is checked.
[[nodiscard]] SparseMatrix matrix_from_entries(NodeId rows, NodeId columns, std::span<const Entry> entries);

/// Throws InvalidEntry for an id out of range, a duplicate, a value that is no weight, or a missing mirror.
///
/// @code
/// const std::vector<Entry> entries = {{0, 1, 2.0}, {2, 1, 3.0}};
/// const Graph graph = graph_from_entries(3, entries, EntryMeaning::each_edge_once);
/// assert(graph.weight(1, 2) == 3);
/// @endcode
[[nodiscard]] Graph graph_from_entries(NodeId nodes, std::span<const Entry> entries, EntryMeaning meaning);

/// Sorts the columns within each row; equal columns keep their order.
void sort_rows(SparseMatrix& matrix);
/// Removes stored zeros.
void drop_zeros(SparseMatrix& matrix);
/// The transposed matrix, with sorted rows.
[[nodiscard]] SparseMatrix transpose(const SparseMatrix& matrix);

}  // namespace ndpool

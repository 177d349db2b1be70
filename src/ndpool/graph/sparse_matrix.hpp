#pragma once

#include <cstdint>
#include <vector>

namespace ndpool {

using NodeId = std::int32_t;      ///< The number of a row, a column or a node. Up to 2^31 - 1 of them.
using EntryIndex = std::int64_t;  ///< A position among the stored entries; there may be more than 2^31.

/// Compressed sparse rows: the entries of row i are those at offsets[i] .. offsets[i + 1] - 1.
/// A plain value without invariants; `Graph` is the type that promises something.
///
/// @code
/// const SparseMatrix edge = {2, 2, {0, 1, 2}, {1, 0}, {3.0, 3.0}};  // one edge of weight 3
/// assert(Graph::from_adjacency(edge).weight(0, 1) == 3);
/// @endcode
struct SparseMatrix {
    NodeId rows = 0;
    NodeId columns = 0;
    std::vector<EntryIndex> offsets = {0};
    std::vector<NodeId> indices;
    std::vector<double> values;

    bool operator==(const SparseMatrix&) const = default;
};

}  // namespace ndpool

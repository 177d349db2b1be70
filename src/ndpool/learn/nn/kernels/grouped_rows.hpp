#pragma once

#include "ndpool/learn/data/sparse_rows.hpp"

namespace ndpool {

/// A sparse matrix to multiply with again and again: rows with equally many entries stand together, fewest first, so that the
/// processor foresees where a row ends. Rows of small graphs have 1 to 6 entries, and a wrong guess about the end of each costs
/// as much as all of them. The order of the entries of a row stays, and with it every bit of a product.
struct GroupedRows {
    struct Group {
        std::int32_t entries;  ///< of each row
        std::int32_t rows;
    };
    std::int32_t rows = 0;
    std::vector<Group> groups;
    std::vector<std::int32_t> order;    ///< the rows, group by group, ascending within each
    std::vector<std::int32_t> indices;  ///< of the entries, row by row in this order
    std::vector<float> values;
};

[[nodiscard]] GroupedRows grouped(const SparseRows& matrix);

/// Asks for the matrix before it is used. A batch passes over more numbers than a cache holds, so each of its matrices comes from
/// memory; dense products that run meanwhile do not wait for it.
void prefetch(const GroupedRows& matrix);

}  // namespace ndpool

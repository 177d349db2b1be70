#include "ndpool/graph/assemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ndpool {

namespace {

/// Turns counts in offsets[1..] into offsets and returns the position where each row's next entry goes.
std::vector<EntryIndex> start_rows(std::vector<EntryIndex>& offsets) {
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    return {offsets.begin(), offsets.end() - 1};
}

/// The meaning of an edge list: all edges in both directions, or each edge once. Anything between is directed.
EntryMeaning meaning_of_edge_list(NodeId nodes, std::span<const Entry> entries) {
    const SparseMatrix arcs = matrix_from_entries(nodes, nodes, entries);
    const auto has = [&](NodeId row, NodeId column) {
        return std::binary_search(arcs.indices.begin() + arcs.offsets[row], arcs.indices.begin() + arcs.offsets[row + 1], column);
    };
    const Entry* once = nullptr;
    const Entry* twice = nullptr;
    for (const Entry& entry : entries) {
        if (entry.row != entry.column) {
            (has(entry.column, entry.row) ? twice : once) = &entry;
        }
        if (once != nullptr && twice != nullptr) {
            throw InvalidEntry(once->row, once->column,
                               fmt::format("the edge is there in one direction but edge ({}, {}) in both: the graph is directed, "
                                           "expected an undirected one (or symmetrize it: max, mean, sum or chung)",
                                           twice->row, twice->column));
        }
    }
    return twice == nullptr ? EntryMeaning::each_edge_once : EntryMeaning::both_directions;
}

/// Sorts entries into rows; `mirrored` stores every entry off the diagonal in both of its places.
SparseMatrix rows_of_entries(NodeId rows, NodeId columns, std::span<const Entry> entries, bool mirrored) {
    std::vector<EntryIndex> offsets(static_cast<std::size_t>(rows) + 1, 0);
    for (const Entry& entry : entries) {
        if (entry.row < 0 || entry.row >= rows || entry.column < 0 || entry.column >= columns) {
            throw InvalidEntry(entry.row, entry.column,
                               fmt::format("the matrix is {} x {}, the entry lies outside", rows, columns));
        }
        ++offsets[entry.row + 1];
        if (mirrored && entry.row != entry.column) {
            ++offsets[entry.column + 1];
        }
    }
    auto next = start_rows(offsets);
    const auto stored = static_cast<std::size_t>(offsets.back());
    SparseMatrix matrix{rows, columns, std::move(offsets), std::vector<NodeId>(stored), std::vector<double>(stored)};
    const auto put = [&](NodeId row, NodeId column, double value) {
        const EntryIndex place = next[row]++;
        matrix.indices[place] = column;
        matrix.values[place] = value;
    };
    for (const Entry& entry : entries) {
        put(entry.row, entry.column, entry.value);
        if (mirrored && entry.row != entry.column) {
            put(entry.column, entry.row, entry.value);
        }
    }
    sort_rows(matrix);
    return matrix;
}

}  // namespace

void check_entry(NodeId nodes, const Entry& entry) {
    if (entry.row < 0 || entry.row >= nodes || entry.column < 0 || entry.column >= nodes) {
        throw InvalidEntry(entry.row, entry.column, fmt::format("the id is outside 0..{}", nodes - 1));
    }
    if (!std::isfinite(entry.value)) {
        throw InvalidEntry(entry.row, entry.column, fmt::format("the weight is {}, expected a finite number", entry.value));
    }
    if (entry.value < 0) {
        throw InvalidEntry(entry.row, entry.column,
                           fmt::format("the weight {} is negative, expected a weight of at least 0", entry.value));
    }
}

void check_entries(const SparseMatrix& matrix) {
    for (NodeId row = 0; row < matrix.rows; ++row) {
        for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            check_entry(matrix.rows, {row, matrix.indices[k], matrix.values[k]});
            if (k > matrix.offsets[row] && matrix.indices[k] == matrix.indices[k - 1]) {
                throw InvalidEntry(row, matrix.indices[k], "the entry is there twice, every entry must be there once");
            }
        }
    }
}

SparseMatrix matrix_from_entries(NodeId rows, NodeId columns, std::span<const Entry> entries) {
    return rows_of_entries(rows, columns, entries, false);
}

Graph graph_from_entries(NodeId nodes, std::span<const Entry> entries, EntryMeaning meaning) {
    for (const Entry& entry : entries) {
        check_entry(nodes, entry);
    }
    if (meaning == EntryMeaning::edge_list) {
        meaning = meaning_of_edge_list(nodes, entries);
    }
    return Graph::from_adjacency(rows_of_entries(nodes, nodes, entries, meaning == EntryMeaning::each_edge_once));
}

void sort_rows(SparseMatrix& matrix) {
    std::vector<std::pair<NodeId, double>> row_entries;
    for (NodeId row = 0; row < matrix.rows; ++row) {
        const auto begin = matrix.indices.begin() + matrix.offsets[row];
        const auto end = matrix.indices.begin() + matrix.offsets[row + 1];
        if (std::is_sorted(begin, end)) {
            continue;
        }
        row_entries.clear();
        for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            row_entries.emplace_back(matrix.indices[k], matrix.values[k]);
        }
        std::stable_sort(row_entries.begin(), row_entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        EntryIndex place = matrix.offsets[row];
        for (const auto& [column, value] : row_entries) {
            matrix.indices[place] = column;
            matrix.values[place++] = value;
        }
    }
}

void drop_zeros(SparseMatrix& matrix) {
    if (std::find(matrix.values.begin(), matrix.values.end(), 0.0) == matrix.values.end()) {
        return;
    }
    EntryIndex place = 0;
    EntryIndex k = 0;
    for (NodeId row = 0; row < matrix.rows; ++row) {
        for (; k < matrix.offsets[row + 1]; ++k) {
            if (matrix.values[k] != 0) {
                matrix.indices[place] = matrix.indices[k];
                matrix.values[place++] = matrix.values[k];
            }
        }
        matrix.offsets[row + 1] = place;
    }
    matrix.indices.resize(static_cast<std::size_t>(place));
    matrix.values.resize(static_cast<std::size_t>(place));
}

SparseMatrix transpose(const SparseMatrix& matrix) {
    std::vector<EntryIndex> offsets(static_cast<std::size_t>(matrix.columns) + 1, 0);
    for (const NodeId column : matrix.indices) {
        ++offsets[column + 1];
    }
    auto next = start_rows(offsets);
    SparseMatrix result{matrix.columns, matrix.rows, std::move(offsets), std::vector<NodeId>(matrix.indices.size()),
                        std::vector<double>(matrix.values.size())};
    for (NodeId row = 0; row < matrix.rows; ++row) {
        for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            const EntryIndex place = next[matrix.indices[k]]++;
            result.indices[place] = row;
            result.values[place] = matrix.values[k];
        }
    }
    return result;
}

}  // namespace ndpool

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

SparseMatrix sized_matrix(NodeId rows, NodeId columns, std::size_t entries) {
    SparseMatrix matrix{rows, columns, {}, {}, {}};
    matrix.offsets.assign(static_cast<std::size_t>(rows) + 1, 0);
    matrix.indices.resize(entries);
    matrix.values.resize(entries);
    return matrix;
}

/// An edge list whose edges are all there in both directions, or all in one; anything between is directed.
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
                                           "expected an undirected one (or ask for it to be symmetrised)",
                                           twice->row, twice->column));
        }
    }
    return twice == nullptr ? EntryMeaning::each_edge_once : EntryMeaning::both_directions;
}

std::vector<Entry> with_mirrors(std::span<const Entry> entries) {
    std::vector<Entry> both;
    both.reserve(entries.size() * 2);
    for (const Entry& entry : entries) {
        both.push_back(entry);
        if (entry.row != entry.column) {
            both.push_back({entry.column, entry.row, entry.value});
        }
    }
    return both;
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

SparseMatrix matrix_from_entries(NodeId rows, NodeId columns, std::span<const Entry> entries) {
    SparseMatrix matrix = sized_matrix(rows, columns, entries.size());
    for (const Entry& entry : entries) {
        if (entry.row < 0 || entry.row >= rows || entry.column < 0 || entry.column >= columns) {
            throw InvalidEntry(entry.row, entry.column,
                               fmt::format("the matrix is {} x {}, the entry lies outside", rows, columns));
        }
        ++matrix.offsets[entry.row + 1];
    }
    auto next = start_rows(matrix.offsets);
    for (const Entry& entry : entries) {
        const EntryIndex place = next[entry.row]++;
        matrix.indices[place] = entry.column;
        matrix.values[place] = entry.value;
    }
    sort_rows(matrix);
    return matrix;
}

Graph graph_from_entries(NodeId nodes, std::span<const Entry> entries, EntryMeaning meaning) {
    for (const Entry& entry : entries) {
        check_entry(nodes, entry);
    }
    if (meaning == EntryMeaning::edge_list) {
        meaning = meaning_of_edge_list(nodes, entries);
    }
    if (meaning == EntryMeaning::both_directions) {
        return Graph::from_adjacency(matrix_from_entries(nodes, nodes, entries));
    }
    return Graph::from_adjacency(matrix_from_entries(nodes, nodes, with_mirrors(entries)));
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
    SparseMatrix result = sized_matrix(matrix.columns, matrix.rows, matrix.indices.size());
    for (const NodeId column : matrix.indices) {
        ++result.offsets[column + 1];
    }
    auto next = start_rows(result.offsets);
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

#include "ndpool/graph/packed_graph.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace ndpool {

namespace {

/// The first entry of a row whose column is at least the row's own number.
EntryIndex upper_part(const SparseMatrix& matrix, NodeId row) {
    const auto begin = matrix.indices.begin();
    return std::lower_bound(begin + matrix.offsets[row], begin + matrix.offsets[row + 1], row) - begin;
}

/// Row offsets of the whole matrix, computed from its upper half.
std::vector<EntryIndex> offsets_of(const std::vector<NodeId>& lengths, const std::vector<NodeId>& indices) {
    std::vector<EntryIndex> offsets(lengths.size() + 1, 0);
    std::size_t entry = 0;
    for (std::size_t row = 0; row < lengths.size(); ++row) {
        offsets[row + 1] += lengths[row];
        for (const std::size_t end = entry + static_cast<std::size_t>(lengths[row]); entry < end; ++entry) {
            const auto column = static_cast<std::size_t>(indices[entry]);
            offsets[column + 1] += column == row ? 0 : 1;
        }
    }
    for (std::size_t row = 0; row < lengths.size(); ++row) {
        offsets[row + 1] += offsets[row];
    }
    return offsets;
}

/// Calls put(place, entry, column) for both places of every entry of the upper half, row by row: the entries of a row below the
/// diagonal come before the others, ascending. Meanwhile offsets[r] is the next place of row r; afterwards it is the end of row
/// r.
template <typename Put>
void visit_places(const std::vector<NodeId>& lengths, const std::vector<NodeId>& indices, std::vector<EntryIndex>& offsets,
                  const Put& put) {
    std::size_t entry = 0;
    for (std::size_t row = 0; row < lengths.size(); ++row) {
        for (const std::size_t end = entry + static_cast<std::size_t>(lengths[row]); entry < end; ++entry) {
            const auto column = static_cast<std::size_t>(indices[entry]);
            put(offsets[row]++, entry, static_cast<NodeId>(column));
            if (column != row) {
                put(offsets[column]++, entry, static_cast<NodeId>(row));
            }
        }
    }
}

/// Undoes what visit_places did to the offsets.
void move_back(std::vector<EntryIndex>& offsets) {
    std::copy_backward(offsets.begin(), offsets.end() - 1, offsets.end());
    offsets.front() = 0;
}

}  // namespace

// The graph is taken so that its memory is free afterwards. NOLINTNEXTLINE(performance-unnecessary-value-param)
PackedGraph::PackedGraph(Graph graph) {
    const SparseMatrix& matrix = graph.adjacency();
    const auto entries = static_cast<std::size_t>(graph.edge_count());
    lengths_.reserve(static_cast<std::size_t>(matrix.rows));
    indices_.reserve(entries);
    values_.reserve(entries);
    for (NodeId row = 0; row < matrix.rows; ++row) {
        const EntryIndex begin = upper_part(matrix, row);
        const EntryIndex end = matrix.offsets[row + 1];
        lengths_.push_back(static_cast<NodeId>(end - begin));
        indices_.insert(indices_.end(), matrix.indices.begin() + begin, matrix.indices.begin() + end);
        values_.insert(values_.end(), matrix.values.begin() + begin, matrix.values.begin() + end);
    }
}

Graph PackedGraph::unpacked() && {
    const NodeId nodes = node_count();
    SparseMatrix matrix{nodes, nodes, offsets_of(lengths_, indices_), {}, {}};
    const auto entries = static_cast<std::size_t>(matrix.offsets.back());
    matrix.values.resize(entries);
    visit_places(lengths_, indices_, matrix.offsets,
                 [&](EntryIndex place, std::size_t entry, NodeId) { matrix.values[place] = values_[entry]; });
    move_back(matrix.offsets);
    std::vector<double>().swap(values_);  // assigning {} would keep the memory
    matrix.indices.resize(entries);
    visit_places(lengths_, indices_, matrix.offsets,
                 [&](EntryIndex place, std::size_t, NodeId column) { matrix.indices[place] = column; });
    move_back(matrix.offsets);
    std::vector<NodeId>().swap(indices_);
    std::vector<NodeId>().swap(lengths_);
    return Graph::from_symmetric(std::move(matrix));
}

void PackedGraph::scale_by(double factor) {
    for (double& weight : values_) {
        weight = std::max(weight * factor, std::numeric_limits<double>::denorm_min());
    }
}

}  // namespace ndpool

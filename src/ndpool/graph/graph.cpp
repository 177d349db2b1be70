#include "ndpool/graph/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "ndpool/graph/assemble.hpp"

namespace ndpool {

namespace {

/// The largest relative difference of a_ij and a_ji that can be due to rounding; beyond it the matrix is not symmetric.
constexpr double rounding_asymmetry = 1e-9;

bool is_rounding(double a, double b) {
    return std::abs(a - b) <= rounding_asymmetry * std::max(std::abs(a), std::abs(b));
}

void check_shape(const SparseMatrix& matrix) {
    if (matrix.rows < 0 || matrix.rows != matrix.columns) {
        throw InvalidInput(fmt::format("an adjacency matrix must be square, this one is {} x {}", matrix.rows, matrix.columns));
    }
    const auto entries = static_cast<EntryIndex>(matrix.indices.size());
    if (matrix.offsets.size() != static_cast<std::size_t>(matrix.rows) + 1 || matrix.offsets.front() != 0 ||
        matrix.offsets.back() != entries || matrix.values.size() != matrix.indices.size() ||
        !std::is_sorted(matrix.offsets.begin(), matrix.offsets.end())) {
        throw InvalidInput("the row offsets of the matrix do not fit its entries");
    }
}

/// Degrees and cut weights are sums of weights, and must be finite too.
void check_total(const SparseMatrix& matrix) {
    double total = 0;
    for (const double weight : matrix.values) {
        total += weight;
    }
    if (!std::isfinite(total)) {
        throw InvalidInput(fmt::format("the weights add up to more than {:.2g}, the largest number there is; scale them down",
                                       std::numeric_limits<double>::max()));
    }
}

/// Visits the entries (i, j) with i < j beside their mirror. Rows are sorted, so the mirrors of row i's entries are met in
/// order: one cursor per row suffices.
void make_symmetric(SparseMatrix& matrix) {
    std::vector<EntryIndex> cursor(matrix.offsets.begin(), matrix.offsets.end() - 1);
    const auto refuse = [](NodeId row, NodeId column) {
        throw InvalidEntry(row, column,
                           fmt::format("the entry has no equal entry ({}, {}): the graph is directed, expected a symmetric one "
                                       "(or symmetrize it: max, mean, sum or chung)",
                                       column, row));
    };
    for (NodeId row = 0; row < matrix.rows; ++row) {
        for (EntryIndex k = cursor[row]; k < matrix.offsets[row + 1]; ++k) {
            const NodeId column = matrix.indices[k];
            if (column < row) {
                refuse(row, column);  // its mirror would have moved the cursor past it
            }
            if (column == row) {
                continue;
            }
            const EntryIndex mirror = cursor[column];
            if (mirror == matrix.offsets[column + 1] || matrix.indices[mirror] != row) {
                refuse(row, column);
            }
            if (matrix.values[k] != matrix.values[mirror]) {
                if (!is_rounding(matrix.values[k], matrix.values[mirror])) {
                    refuse(row, column);
                }
                matrix.values[k] = matrix.values[mirror] = 0.5 * (matrix.values[k] + matrix.values[mirror]);
            }
            ++cursor[column];
        }
    }
}

}  // namespace

InvalidEntry::InvalidEntry(NodeId row_, NodeId column_, const std::string& reason_)
    : InvalidInput(fmt::format("entry ({}, {}): {}", row_, column_, reason_)), row(row_), column(column_), reason(reason_) {}

Graph::Graph(SparseMatrix adjacency) : adjacency_(std::move(adjacency)) {
    for (NodeId node = 0; node < node_count(); ++node) {
        const auto row = neighbors(node);
        self_loops_ += std::binary_search(row.begin(), row.end(), node) ? 1 : 0;
    }
}

Graph Graph::from_adjacency(SparseMatrix adjacency) {
    check_shape(adjacency);
    sort_rows(adjacency);
    check_entries(adjacency);
    check_total(adjacency);
    drop_zeros(adjacency);
    make_symmetric(adjacency);
    return Graph(std::move(adjacency));
}

Graph Graph::from_edges(NodeId nodes, std::span<const Edge> edges) {
    std::vector<Entry> entries;
    entries.reserve(edges.size());
    for (const Edge& edge : edges) {
        entries.push_back({edge.from, edge.to, edge.weight});
    }
    return graph_from_entries(nodes, entries, EntryMeaning::each_edge_once);
}

Graph Graph::from_symmetric(SparseMatrix adjacency) {
    assert(from_adjacency(adjacency).adjacency() == adjacency);
    return Graph(std::move(adjacency));
}

Graph Graph::scaled_by(double factor) && {
    for (double& weight : adjacency_.values) {
        weight = std::max(weight * factor, std::numeric_limits<double>::denorm_min());  // never a stored zero
    }
    return std::move(*this);
}

double Graph::weight(NodeId from, NodeId to) const {
    const auto row = neighbors(from);
    const auto found = std::lower_bound(row.begin(), row.end(), to);
    return found != row.end() && *found == to ? weights(from)[static_cast<std::size_t>(found - row.begin())] : 0.0;
}

double degree_of(const Graph& graph, NodeId node) {
    const auto neighbors = graph.neighbors(node);
    const auto weights = graph.weights(node);
    double sum = 0;
    for (std::size_t k = 0; k < neighbors.size(); ++k) {
        sum += neighbors[k] == node ? 0 : weights[k];
    }
    return sum;
}

std::vector<double> degrees(const Graph& graph) {
    std::vector<double> result(static_cast<std::size_t>(graph.node_count()));
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        result[node] = degree_of(graph, node);
    }
    return result;
}

double total_weight(const Graph& graph) {
    double sum = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        sum += degree_of(graph, node);
    }
    return sum / 2;
}

std::vector<Edge> edges_of(const Graph& graph) {
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(graph.edge_count()));
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (neighbors[k] >= node) {
                edges.push_back({node, neighbors[k], weights[k]});
            }
        }
    }
    return edges;
}

}  // namespace ndpool

#include "ndpool/graph/laplacian.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/base/enum_words.hpp"

namespace ndpool {

namespace {

constexpr EnumWord<Laplacian> laplacian_words[] = {{Laplacian::symmetric, "symmetric"},
                                                   {Laplacian::combinatorial, "combinatorial"}};

/// Rows with the given diagonal and off_diagonal(row, column, weight) for every edge that is not a self-loop.
template <typename OffDiagonal>
SparseMatrix with_diagonal(const Graph& graph, std::span<const double> diagonal, OffDiagonal off_diagonal) {
    SparseMatrix matrix{graph.node_count(), graph.node_count(), {0}, {}, {}};
    const auto room = static_cast<std::size_t>(graph.entry_count()) + diagonal.size();
    matrix.offsets.reserve(diagonal.size() + 1);
    matrix.indices.reserve(room);
    matrix.values.reserve(room);
    const auto put = [&matrix](NodeId column, double value) {
        if (value != 0) {
            matrix.indices.push_back(column);
            matrix.values.push_back(value);
        }
    };
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        const auto before =
            static_cast<std::size_t>(std::lower_bound(neighbors.begin(), neighbors.end(), node) - neighbors.begin());
        for (std::size_t k = 0; k < before; ++k) {
            put(neighbors[k], off_diagonal(node, neighbors[k], weights[k]));
        }
        put(node, diagonal[node]);
        for (std::size_t k = before; k < neighbors.size(); ++k) {
            if (neighbors[k] != node) {
                put(neighbors[k], off_diagonal(node, neighbors[k], weights[k]));
            }
        }
        matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
    }
    return matrix;
}

SparseMatrix minus_adjacency(const Graph& graph, std::span<const double> diagonal) {
    return with_diagonal(graph, diagonal, [](NodeId, NodeId, double weight) { return -weight; });
}

SparseMatrix symmetric_laplacian(const Graph& graph) {
    std::vector<double> root = degrees(graph);
    std::vector<double> diagonal(root.size());
    for (std::size_t node = 0; node < root.size(); ++node) {
        diagonal[node] = root[node] > 0 ? 1 : 0;
        root[node] = std::sqrt(root[node]);
    }
    return with_diagonal(graph, diagonal,
                         [&root](NodeId row, NodeId column, double weight) { return -weight / (root[row] * root[column]); });
}

}  // namespace

std::string_view name_of(Laplacian laplacian) {
    return word_of(laplacian_words, laplacian);
}

Laplacian laplacian_named(std::string_view name) {
    return value_of(laplacian_words, "Laplacian", name);
}

SparseMatrix laplacian_matrix(const Graph& graph, Laplacian kind) {
    return kind == Laplacian::symmetric ? symmetric_laplacian(graph) : minus_adjacency(graph, degrees(graph));
}

SparseMatrix loopy_laplacian(const Graph& graph) {
    std::vector<double> diagonal = degrees(graph);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        diagonal[node] += graph.weight(node, node);
    }
    return minus_adjacency(graph, diagonal);
}

}  // namespace ndpool

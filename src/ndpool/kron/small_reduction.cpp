#include "ndpool/kron/small_reduction.hpp"

#include <algorithm>

#include "ndpool/kron/elimination.hpp"

namespace ndpool {

namespace {

/// The dropped nodes by ascending degree, then the kept ones; what each node is in that order.
std::vector<NodeId> places_of(const Graph& graph, const Cut& cut) {
    std::vector<std::pair<std::size_t, NodeId>> dropped;
    dropped.reserve(cut.dropped.size());
    for (const NodeId node : cut.dropped) {
        dropped.emplace_back(graph.neighbors(node).size(), node);
    }
    std::sort(dropped.begin(), dropped.end());
    std::vector<NodeId> places(static_cast<std::size_t>(graph.node_count()));
    NodeId next = 0;
    for (const auto& [degree, node] : dropped) {
        places[node] = next++;
    }
    for (const NodeId node : cut.kept) {
        places[node] = next++;
    }
    return places;
}

/// The weights in that order, those to later nodes and, in the last column, to ground.
std::vector<double> matrix_of(const Graph& graph, const std::vector<NodeId>& places) {
    const auto width = static_cast<std::size_t>(graph.node_count()) + 1;
    std::vector<double> matrix((width - 1) * width, 0.0);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        double* row = matrix.data() + static_cast<std::size_t>(places[node]) * width;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            row[neighbors[k] == node ? width - 1 : static_cast<std::size_t>(places[neighbors[k]])] = weights[k];
        }
    }
    return matrix;
}

/// The rows and columns from `first` on as a symmetric matrix.
Graph graph_of(std::vector<double>& matrix, std::size_t width, std::size_t first) {
    const std::size_t nodes = width - 1;
    std::size_t entries = 0;
    for (std::size_t i = first; i < nodes; ++i) {
        double* row = matrix.data() + i * width;
        for (std::size_t j = first; j < i; ++j) {
            row[j] = matrix[j * width + i];
        }
        row[i] = row[width - 1];
    }
    for (std::size_t i = first; i < nodes; ++i) {
        const double* row = matrix.data() + i * width;
        for (std::size_t j = first; j < nodes; ++j) {
            entries += row[j] > 0 ? 1 : 0;
        }
    }
    const auto kept = static_cast<NodeId>(nodes - first);
    SparseMatrix reduced{kept, kept, {}, std::vector<NodeId>(entries), std::vector<double>(entries)};
    reduced.offsets.reserve(nodes - first + 1);
    reduced.offsets.push_back(0);
    std::size_t next = 0;
    for (std::size_t i = first; i < nodes; ++i) {
        const double* row = matrix.data() + i * width;
        for (std::size_t j = first; j < nodes; ++j) {
            if (row[j] > 0) {
                reduced.indices[next] = static_cast<NodeId>(j - first);
                reduced.values[next] = row[j];
                ++next;
            }
        }
        reduced.offsets.push_back(static_cast<EntryIndex>(next));
    }
    return Graph::from_symmetric(std::move(reduced));
}

}  // namespace

bool is_small(const Graph& graph) {
    constexpr NodeId few = 96;
    return graph.node_count() <= few;
}

Graph reduce_small(const Graph& graph, const Cut& cut) {
    const auto width = static_cast<std::size_t>(graph.node_count()) + 1;
    std::vector<double> matrix = matrix_of(graph, places_of(graph, cut));
    eliminate_rows(0, cut.dropped.size(), width - 1, width, matrix.data());
    return graph_of(matrix, width, cut.dropped.size());
}

}  // namespace ndpool

#include "ndpool/kron/dense_reduction.hpp"

#include <algorithm>

#include "ndpool/base/memory.hpp"
#include "ndpool/kron/elimination.hpp"
#include "ndpool/kron/row_gatherer.hpp"

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

bool has_few_nodes(const Graph& graph) {
    constexpr NodeId few = 96;
    return graph.node_count() <= few;
}

Graph reduce_few_nodes(const Graph& graph, const Cut& cut) {
    const auto width = static_cast<std::size_t>(graph.node_count()) + 1;
    std::vector<double> matrix = matrix_of(graph, places_of(graph, cut));
    eliminate_plainly(cut.dropped.size(), width, matrix.data());
    return graph_of(matrix, width, cut.dropped.size());
}

/// The weights of dropped nodes, one row each as eliminate_dense takes them, and between kept nodes.
struct DenseSplit {
    std::vector<double> rows;
    Clique clique;
};

DenseSplit dense_split(const Graph& graph, const Cut& cut) {
    const std::size_t inside = cut.dropped.size();
    const std::size_t kept = cut.kept.size();
    const std::size_t width = inside + kept + 1;
    const std::vector<NodeId> places = places_of(graph, cut);
    DenseSplit split{many_zeros(inside * width), {UpperTriangle(kept), std::vector<double>(kept, 0.0)}};
    for (const NodeId node : cut.dropped) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        double* row = split.rows.data() + static_cast<std::size_t>(places[node]) * width;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            row[neighbors[k] == node ? width - 1 : static_cast<std::size_t>(places[neighbors[k]])] = weights[k];
        }
    }
    for (std::size_t i = 0; i < kept; ++i) {
        const auto neighbors = graph.neighbors(cut.kept[i]);
        const auto weights = graph.weights(cut.kept[i]);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const auto place = static_cast<std::size_t>(places[neighbors[k]]);
            if (place == inside + i) {
                split.clique.ground[i] = weights[k];
            } else if (place > inside + i) {
                *split.clique.weights.element(i, place - inside) = weights[k];
            }
        }
    }
    return split;
}

Graph graph_of(const Clique& clique) {
    const std::size_t size = clique.weights.size();
    SparseMatrix matrix{static_cast<NodeId>(size), static_cast<NodeId>(size), {0}, {}, {}};
    matrix.offsets.reserve(size + 1);
    matrix.indices.reserve(size * size);
    matrix.values.reserve(size * size);
    prefer_large_pages(matrix.indices.data(), size * size * sizeof(NodeId));
    prefer_large_pages(matrix.values.data(), size * size * sizeof(double));
    std::vector<double> rows;
    EntryCollector collector(size);
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t r = i % UpperTriangle::rows_a_block;
        if (r == 0) {
            clique.weights.copy_block(i / UpperTriangle::rows_a_block, rows);
        }
        rows[r * size + i] = clique.ground[i];
        collector.append_positive(rows.data() + r * size, matrix);
        matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
    }
    if (2 * matrix.indices.size() < size * size) {
        matrix.indices.shrink_to_fit();
        matrix.values.shrink_to_fit();
    }
    return Graph::from_symmetric(std::move(matrix));
}

}  // namespace

bool is_better_dense(const Graph& graph, const Cut& cut, const KronOptions& options) {
    constexpr double share_of_pairs = 10;
    const auto nodes = static_cast<double>(graph.node_count());
    if (has_few_nodes(graph)) {
        return true;
    }
    const auto kept = static_cast<double>(cut.kept.size());
    const double entry = sizeof(double) + sizeof(NodeId);
    const double needed =
        (nodes - kept) * (nodes + 1) * sizeof(double) + UpperTriangle::bytes(cut.kept.size()) + kept * kept * entry;
    return static_cast<double>(graph.entry_count()) * share_of_pairs >= nodes * nodes &&
           fits_in_memory(needed, options.memory_limit);
}

Graph reduce_dense(const Graph& graph, const Cut& cut, const KronOptions& options) {
    if (has_few_nodes(graph)) {
        return reduce_few_nodes(graph, cut);
    }
    DenseSplit split = dense_split(graph, cut);
    eliminate_dense(cut.dropped.size(), split.rows, split.clique, options.parallel);
    split.rows = {};
    return graph_of(split.clique);
}

}  // namespace ndpool

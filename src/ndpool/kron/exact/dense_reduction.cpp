#include "ndpool/kron/exact/dense_reduction.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/base/memory.hpp"
#include "ndpool/kron/exact/dense_elimination.hpp"

namespace ndpool {

namespace {

/// The order of elimination: the dropped nodes by ascending number of neighbours.
template <typename NeighborCount>
std::vector<NodeId> elimination_order(const Cut& cut, NeighborCount neighbor_count) {
    std::vector<std::pair<std::size_t, NodeId>> dropped;
    dropped.reserve(cut.dropped.size());
    for (const NodeId node : cut.dropped) {
        dropped.emplace_back(neighbor_count(node), node);
    }
    std::sort(dropped.begin(), dropped.end());
    std::vector<NodeId> order;
    order.reserve(dropped.size());
    for (const auto& [degree, node] : dropped) {
        order.push_back(node);
    }
    return order;
}

/// The place of each node in this order: the dropped nodes by ascending degree, then the kept ones.
std::vector<NodeId> places_of(const Graph& graph, const Cut& cut) {
    std::vector<NodeId> places(static_cast<std::size_t>(graph.node_count()));
    NodeId next = 0;
    for (const NodeId node : elimination_order(cut, [&](NodeId dropped) { return graph.neighbors(dropped).size(); })) {
        places[node] = next++;
    }
    for (const NodeId node : cut.kept) {
        places[node] = next++;
    }
    return places;
}

/// The weights in that order: those to later nodes and, in the last column, those to ground.
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

/// The rows and columns from `first` on as a symmetric matrix. Each entry is put in its two places: those of a row left of the
/// diagonal come first, in order, from the rows above.
Graph graph_of(const std::vector<double>& matrix, std::size_t width, std::size_t first) {
    const std::size_t kept = width - 1 - first;
    std::vector<NodeId> right;  // of the diagonal, row by row; the diagonal is the last column, where there is something
    std::vector<std::size_t> ends;
    std::vector<EntryIndex> offsets(kept + 1, 0);
    right.resize(kept * (kept + 1) / 2 + 1);
    ends.reserve(kept);
    std::size_t count = 0;
    for (std::size_t i = 0; i < kept; ++i) {
        const double* row = matrix.data() + (first + i) * width + first;
        const std::size_t before = count;
        count += nonzero_columns(row, i + 1, kept + 1, right.data() + count);
        offsets[i + 1] += static_cast<EntryIndex>(count - before);
        const std::size_t end = count > before && right[count - 1] == static_cast<NodeId>(kept) ? count - 1 : count;
        for (std::size_t k = before; k < end; ++k) {
            ++offsets[right[k] + 1];
        }
        ends.push_back(count);
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<EntryIndex> next(offsets.begin(), offsets.end() - 1);
    const auto entries = static_cast<std::size_t>(offsets.back());
    SparseMatrix reduced{static_cast<NodeId>(kept), static_cast<NodeId>(kept), std::move(offsets), std::vector<NodeId>(entries),
                         std::vector<double>(entries)};
    const auto put = [&](EntryIndex place, std::size_t column, double weight) {
        reduced.indices[place] = static_cast<NodeId>(column);
        reduced.values[place] = weight;
    };
    for (std::size_t i = 0, k = 0; i < kept; ++i) {
        const double* row = matrix.data() + (first + i) * width + first;
        EntryIndex place = next[i];
        if (row[kept] != 0) {
            put(place++, i, row[kept]);
        }
        for (; k < ends[i]; ++k) {
            const auto j = static_cast<std::size_t>(right[k]);
            if (j < kept) {
                put(place++, j, row[j]);
                put(next[j]++, i, row[j]);
            }
        }
    }
    return Graph::from_symmetric(std::move(reduced));
}

/// The weights of dropped nodes, one row each as eliminate_dense takes them, and between kept nodes.
struct DenseSplit {
    ZeroArray rows;
    DenseGraph clique;
};

DenseSplit dense_split(const Graph& graph, const Cut& cut) {
    const std::size_t inside = cut.dropped.size();
    const std::size_t kept = cut.kept.size();
    const std::size_t width = inside + kept + 1;
    const std::vector<NodeId> places = places_of(graph, cut);
    DenseSplit split{ZeroArray(inside * width), DenseGraph(kept)};
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
                split.clique.loops[i] = weights[k];
            } else if (place > inside + i) {
                *split.clique.weights.element(i, place - inside) = weights[k];
            }
        }
    }
    return split;
}

/// The same of a dense graph.
DenseSplit dense_split(const DenseLevel& level, const Cut& cut, const KronOptions& options) {
    const std::size_t kept = cut.kept.size();
    const DenseGraph& graph = level.graph;
    const std::vector<NodeId> order =
        elimination_order(cut, [&](NodeId node) { return static_cast<std::size_t>(level.neighbors[node]); });
    const std::size_t inside = order.size();
    const std::size_t width = inside + kept + 1;
    constexpr std::size_t is_kept = 1;
    std::vector<std::size_t> place(graph.loops.size());  // twice the place among the dropped or kept nodes, and which of them
    for (std::size_t i = 0; i < inside; ++i) {
        place[order[i]] = 2 * i;
    }
    for (std::size_t i = 0; i < kept; ++i) {
        place[cut.kept[i]] = 2 * i + is_kept;
    }
    DenseSplit split{elimination_rows(inside, kept, options.memory_limit), DenseGraph(kept)};
    const std::size_t size = graph.loops.size();
    std::vector<double> block;
    for (std::size_t node = 0; node < size; ++node) {
        const std::size_t r = node % UpperTriangle::rows_per_block;
        if (r == 0) {
            graph.weights.copy_block(node / UpperTriangle::rows_per_block, block);
        }
        const double* weights = block.data() + r * size;
        const std::size_t i = place[node] / 2;
        if (place[node] % 2 == is_kept) {
            split.clique.loops[i] = graph.loops[node];
            double* row = split.clique.weights.element(i, i);
            for (std::size_t k = i + 1; k < kept; ++k) {
                row[k - i] = weights[cut.kept[k]];
            }
            continue;
        }
        double* row = split.rows.data() + i * width;
        for (std::size_t k = i + 1; k < inside; ++k) {
            row[k] = weights[order[k]];
        }
        for (std::size_t k = 0; k < kept; ++k) {
            row[inside + k] = weights[cut.kept[k]];
        }
        row[width - 1] = graph.loops[node];
    }
    return split;
}

DenseGraph eliminated(DenseSplit split, std::size_t inside, const KronOptions& options) {
    eliminate_dense(inside, split.rows.data(), split.clique, {options.memory_limit, options.parallel, options.progress});
    options.progress("assemble", 0, 1);
    return std::move(split.clique);
}

}  // namespace

bool has_few_nodes(const Graph& graph) {
    // Decides time, not weights: both ways are exact up to rounding.
    constexpr EntryIndex few = 96;
    constexpr EntryIndex few_if_sparse = 512;  // level 1 of DD's graphs of 257 to 512 nodes: 80 instead of 146 microseconds
    constexpr EntryIndex zeros_per_entry = 6;
    const EntryIndex nodes = graph.node_count();
    return nodes <= few || (nodes <= few_if_sparse && graph.entry_count() * zeros_per_entry < nodes * nodes);
}

Graph reduce_few_nodes(const Graph& graph, const Cut& cut) {
    const auto width = static_cast<std::size_t>(graph.node_count()) + 1;
    std::vector<double> matrix = matrix_of(graph, places_of(graph, cut));
    eliminate_plainly(cut.dropped.size(), width, matrix.data());
    return graph_of(matrix, width, cut.dropped.size());
}

bool is_better_dense(const Graph& graph, const Cut& cut, const KronOptions& options) {
    constexpr double share_of_pairs = 10;  // level 3 of DD: 195 instead of 285 microseconds, level 1 of COLLAB 22 instead of 30
    const auto nodes = static_cast<double>(graph.node_count());
    const auto kept = static_cast<double>(cut.kept.size());
    const double entry = sizeof(double) + sizeof(NodeId);
    const double needed =
        (nodes - kept) * (nodes + 1) * sizeof(double) + UpperTriangle::bytes(cut.kept.size()) + kept * kept * entry;
    return static_cast<double>(graph.entry_count()) * share_of_pairs >= nodes * nodes &&
           fits_in_memory(needed, options.memory_limit);
}

DenseGraph reduce_dense(const Graph& graph, const Cut& cut, const KronOptions& options) {
    return eliminated(dense_split(graph, cut), cut.dropped.size(), options);
}

DenseGraph reduce_dense(const DenseLevel& level, const Cut& cut, const KronOptions& options) {
    return eliminated(dense_split(level, cut, options), cut.dropped.size(), options);
}

}  // namespace ndpool

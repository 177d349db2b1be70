#include "ndpool/pyramid/graclus/matching.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "ndpool/base/stop.hpp"

namespace ndpool {

namespace {

/// The partner of each node, itself if it stays alone.
std::vector<NodeId> partners(const Graph& graph, std::span<const NodeId> order) {
    const std::vector<double> degree = degrees(graph);
    std::vector<NodeId> partner(degree.size(), -1);
    for (const NodeId node : order) {
        if (node % 4096 == 0) {
            stop_if_requested();
        }
        if (partner[node] >= 0) {
            continue;
        }
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        NodeId best = node;
        double best_score = -1;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const NodeId other = neighbors[k];
            if (other == node || partner[other] >= 0) {
                continue;
            }
            // Quotients of at most 1: reciprocals of tiny degrees would overflow.
            const double score = weights[k] / degree[node] + weights[k] / degree[other];
            if (score > best_score) {
                best = other;
                best_score = score;
            }
        }
        partner[node] = best;
        partner[best] = node;
    }
    return partner;
}

/// Half of a symmetric matrix: the entries right of the diagonal, row by row, columns sorted.
struct UpperRows {
    std::vector<EntryIndex> ends;
    std::vector<NodeId> columns;
    std::vector<double> values;
};

/// The whole symmetric matrix. The entries of a row left of the diagonal are written by the rows before it, in order.
Graph mirrored(const UpperRows& upper) {
    const std::size_t rows = upper.ends.size();
    SparseMatrix matrix{static_cast<NodeId>(rows), static_cast<NodeId>(rows), std::vector<EntryIndex>(rows + 1, 0), {}, {}};
    for (std::size_t row = 0, k = 0; row < rows; ++row) {
        for (; static_cast<EntryIndex>(k) < upper.ends[row]; ++k) {
            ++matrix.offsets[row + 1];
            ++matrix.offsets[upper.columns[k] + 1];
        }
    }
    std::partial_sum(matrix.offsets.begin(), matrix.offsets.end(), matrix.offsets.begin());
    matrix.indices.resize(2 * upper.columns.size());
    matrix.values.resize(2 * upper.columns.size());
    std::vector<EntryIndex> next(matrix.offsets.begin(), matrix.offsets.end() - 1);
    const auto put = [&](NodeId row, NodeId column, double value) {
        matrix.indices[next[row]] = column;
        matrix.values[next[row]++] = value;
    };
    for (std::size_t row = 0, k = 0; row < rows; ++row) {
        for (; static_cast<EntryIndex>(k) < upper.ends[row]; ++k) {
            put(static_cast<NodeId>(row), upper.columns[k], upper.values[k]);
            put(upper.columns[k], static_cast<NodeId>(row), upper.values[k]);
        }
    }
    return Graph::from_symmetric(std::move(matrix));
}

}  // namespace

Clusters matched_pairs(const Graph& graph, std::span<const NodeId> order) {
    Clusters clusters{partners(graph, order), 0};
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const NodeId partner = clusters.of[node];
        clusters.of[node] = partner < node ? clusters.of[partner] : clusters.count++;
    }
    return clusters;
}

Graph joined_graph(const Graph& graph, const Clusters& clusters) {
    const auto count = static_cast<std::size_t>(clusters.count);
    std::vector<std::array<NodeId, 2>> members(count, {-1, -1});
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        auto& pair = members[clusters.of[node]];
        pair[pair[0] < 0 ? 0 : 1] = node;
    }
    UpperRows upper;
    upper.ends.reserve(count);
    std::vector<double> sums(count, 0.0);
    for (NodeId cluster = 0; cluster < clusters.count; ++cluster) {
        const auto begin = static_cast<std::ptrdiff_t>(upper.columns.size());
        for (const NodeId node : members[cluster]) {
            if (node < 0) {
                continue;
            }
            const auto neighbors = graph.neighbors(node);
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                const NodeId other = clusters.of[neighbors[k]];
                if (other > cluster) {
                    if (sums[other] == 0) {  // weights are positive
                        upper.columns.push_back(other);
                    }
                    sums[other] += graph.weights(node)[k];
                }
            }
        }
        std::sort(upper.columns.begin() + begin, upper.columns.end());
        for (auto column = upper.columns.begin() + begin; column != upper.columns.end(); ++column) {
            upper.values.push_back(std::exchange(sums[*column], 0.0));
        }
        upper.ends.push_back(static_cast<EntryIndex>(upper.columns.size()));
    }
    return mirrored(upper);
}

}  // namespace ndpool

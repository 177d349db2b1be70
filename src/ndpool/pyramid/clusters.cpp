#include "ndpool/pyramid/clusters.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ndpool {

namespace {

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

SparseMatrix membership_matrix(const Clusters& clusters) {
    const auto nodes = static_cast<NodeId>(clusters.of.size());
    SparseMatrix members{clusters.count, nodes, std::vector<EntryIndex>(static_cast<std::size_t>(clusters.count) + 1, 0), {}, {}};
    for (const NodeId cluster : clusters.of) {
        ++members.offsets[cluster + 1];
    }
    std::partial_sum(members.offsets.begin(), members.offsets.end(), members.offsets.begin());
    std::vector<EntryIndex> next(members.offsets.begin(), members.offsets.end() - 1);
    members.indices.resize(clusters.of.size());
    members.values.assign(clusters.of.size(), 1.0);
    for (NodeId node = 0; node < nodes; ++node) {
        members.indices[next[clusters.of[node]]++] = node;
    }
    return members;
}

Graph joined_graph(const Graph& graph, const Clusters& clusters) {
    const SparseMatrix members = membership_matrix(clusters);
    UpperRows upper;
    upper.ends.reserve(static_cast<std::size_t>(clusters.count));
    std::vector<double> sums(static_cast<std::size_t>(clusters.count), 0.0);
    for (NodeId cluster = 0; cluster < clusters.count; ++cluster) {
        const auto begin = static_cast<std::ptrdiff_t>(upper.columns.size());
        for (EntryIndex m = members.offsets[cluster]; m < members.offsets[cluster + 1]; ++m) {
            const NodeId node = members.indices[m];
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

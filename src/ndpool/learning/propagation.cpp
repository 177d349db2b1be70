#include "ndpool/learning/propagation.hpp"

#include <cmath>
#include <numeric>

namespace ndpool {

namespace {

/// The adjacency matrix with `loop` added to its diagonal.
SparseMatrix with_loops(const Graph& graph, double loop) {
    SparseMatrix result{graph.node_count(), graph.node_count(), {0}, {}, {}};
    result.indices.reserve(graph.entry_count() + graph.node_count());
    result.values.reserve(graph.entry_count() + graph.node_count());
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        bool placed = loop == 0;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (!placed && neighbors[k] >= node) {
                placed = true;
                result.indices.push_back(node);
                result.values.push_back(loop);
                if (neighbors[k] == node) {
                    result.values.back() += weights[k];
                    continue;
                }
            }
            result.indices.push_back(neighbors[k]);
            result.values.push_back(weights[k]);
        }
        if (!placed) {
            result.indices.push_back(node);
            result.values.push_back(loop);
        }
        result.offsets.push_back(static_cast<EntryIndex>(result.indices.size()));
    }
    return result;
}

double inverse_or_zero(double number) {
    return number > 0 ? 1 / number : 0;
}

}  // namespace

SparseRows propagation_matrix(const Graph& graph, Propagation how) {
    const SparseMatrix adjacency = with_loops(graph, how == Propagation::symmetric_with_loops ? 1 : 0);
    std::vector<double> row_factor(adjacency.rows, 1);
    for (NodeId row = 0; row < adjacency.rows; ++row) {
        const double degree = std::accumulate(adjacency.values.begin() + adjacency.offsets[row],
                                              adjacency.values.begin() + adjacency.offsets[row + 1], 0.0);
        if (how == Propagation::mean) {
            row_factor[row] = inverse_or_zero(degree);
        } else if (how != Propagation::plain) {
            row_factor[row] = inverse_or_zero(std::sqrt(degree));
        }
    }
    const bool both_sides = how == Propagation::symmetric || how == Propagation::symmetric_with_loops;
    SparseRows result{
        adjacency.rows, adjacency.columns, {adjacency.offsets.begin(), adjacency.offsets.end()}, adjacency.indices, {}};
    result.values.reserve(adjacency.values.size());
    for (NodeId row = 0; row < adjacency.rows; ++row) {
        for (EntryIndex k = adjacency.offsets[row]; k < adjacency.offsets[row + 1]; ++k) {
            const double other = both_sides ? row_factor[adjacency.indices[k]] : 1;
            result.values.push_back(static_cast<float>(row_factor[row] * adjacency.values[k] * other));
        }
    }
    return result;
}

SparseRows some_rows(const SparseRows& matrix, std::span<const NodeId> rows) {
    SparseRows result{static_cast<std::int32_t>(rows.size()), matrix.columns, {0}, {}, {}};
    for (const NodeId row : rows) {
        const auto begin = matrix.offsets[row];
        const auto end = matrix.offsets[row + 1];
        result.indices.insert(result.indices.end(), matrix.indices.begin() + begin, matrix.indices.begin() + end);
        result.values.insert(result.values.end(), matrix.values.begin() + begin, matrix.values.begin() + end);
        result.offsets.push_back(static_cast<std::int32_t>(result.indices.size()));
    }
    return result;
}

SparseRows transposed(const SparseRows& matrix) {
    SparseRows result{matrix.columns, matrix.rows, std::vector<std::int32_t>(matrix.columns + 1, 0),
                      std::vector<std::int32_t>(matrix.indices.size()), std::vector<float>(matrix.values.size())};
    for (const std::int32_t column : matrix.indices) {
        ++result.offsets[column + 1];
    }
    std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
    std::vector<std::int32_t> next(result.offsets.begin(), result.offsets.end() - 1);
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            const std::int32_t place = next[matrix.indices[k]]++;
            result.indices[place] = row;
            result.values[place] = matrix.values[k];
        }
    }
    return result;
}

}  // namespace ndpool

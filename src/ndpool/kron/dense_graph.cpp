#include "ndpool/kron/dense_graph.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/base/memory.hpp"
#include "ndpool/cut/spectral/significant_edges.hpp"
#include "ndpool/linalg/dense_accumulator.hpp"

namespace ndpool {

namespace {

/// The graph with the edges i < j for which is_chosen(i, j, weight), and the loops for which is_chosen_loop(weight); few of all.
template <typename Chosen, typename ChosenLoop>
Graph chosen_edges(const DenseGraph& graph, Chosen is_chosen, ChosenLoop is_chosen_loop) {
    const std::size_t size = graph.weights.size();
    std::vector<NodeId> right;  // of the diagonal, row by row
    std::vector<std::size_t> ends(size);
    std::vector<EntryIndex> offsets(size + 1, 0);
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t before = count;
        if (right.size() < count + size) {
            right.resize(std::max(2 * right.size(), count + size));
        }
        const double* row = graph.weights.element(i, i);
        // Every column is written; if it is not chosen, the next one overwrites it: no branch that cannot be predicted.
        for (std::size_t j = i + 1; j < size; ++j) {
            right[count] = static_cast<NodeId>(j);
            count += is_chosen(i, j, row[j - i]) ? 1 : 0;
        }
        offsets[i + 1] += static_cast<EntryIndex>(count - before) + (is_chosen_loop(graph.loops[i]) ? 1 : 0);
        for (std::size_t k = before; k < count; ++k) {
            ++offsets[right[k] + 1];
        }
        ends[i] = count;
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<EntryIndex> next(offsets.begin(), offsets.end() - 1);
    const auto entries = static_cast<std::size_t>(offsets.back());
    SparseMatrix matrix{graph.node_count(), graph.node_count(), std::move(offsets), std::vector<NodeId>(entries),
                        std::vector<double>(entries)};
    const auto put = [&](std::size_t row, std::size_t column, double weight) {
        const EntryIndex place = next[row]++;
        matrix.indices[place] = static_cast<NodeId>(column);
        matrix.values[place] = weight;
    };
    for (std::size_t i = 0, k = 0; i < size; ++i) {
        const double* row = graph.weights.element(i, i);
        if (is_chosen_loop(graph.loops[i])) {
            put(i, i, graph.loops[i]);
        }
        for (; k < ends[i]; ++k) {
            const auto j = static_cast<std::size_t>(right[k]);
            put(i, j, row[j - i]);
            put(j, i, row[j - i]);
        }
    }
    return Graph::from_symmetric(std::move(matrix));
}

}  // namespace

DenseLevel::DenseLevel(DenseGraph graph_) : graph(std::move(graph_)) {
    constexpr std::size_t together = 4;  // rows whose sums do not wait for one another
    static_assert(UpperTriangle::rows_per_block % together == 0);
    const std::size_t size = graph.weights.size();
    degrees.resize(size, 0.0);
    neighbors.resize(size, 0);
    const auto meet = [&](std::size_t i, std::size_t j, double weight) {
        degrees[i] += weight;
        degrees[j] += weight;
        neighbors[i] += weight > 0 ? 1 : 0;
        neighbors[j] += weight > 0 ? 1 : 0;
    };
    for (std::size_t i = 0; i < size; i += together) {
        const std::size_t end = std::min(i + together, size);
        for (std::size_t r = i; r < end; ++r) {
            for (std::size_t j = r + 1; j < end; ++j) {
                meet(r, j, *graph.weights.element(r, j));
            }
        }
        if (end == size) {
            break;
        }
        const double* rows[together];
        double sums[together];
        NodeId counts[together];
        for (std::size_t r = 0; r < together; ++r) {
            rows[r] = graph.weights.element(i + r, end);
            sums[r] = degrees[i + r];
            counts[r] = neighbors[i + r];
        }
        for (std::size_t j = end; j < size; ++j) {
            double sum = degrees[j];
            NodeId count = neighbors[j];
            for (std::size_t r = 0; r < together; ++r) {
                const double weight = rows[r][j - end];
                const NodeId is_edge = weight > 0 ? 1 : 0;
                sum += weight;
                sums[r] += weight;
                count += is_edge;
                counts[r] += is_edge;
            }
            degrees[j] = sum;
            neighbors[j] = count;
        }
        std::copy(sums, sums + together, degrees.begin() + static_cast<std::ptrdiff_t>(i));
        std::copy(counts, counts + together, neighbors.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t i = 0; i < size; ++i) {
        neighbors[i] += graph.loops[i] > 0 ? 1 : 0;
        self_loops += graph.loops[i] > 0 ? 1 : 0;
        entries += neighbors[i];
    }
}

Graph graph_of(const DenseGraph& graph) {
    const std::size_t size = graph.weights.size();
    SparseMatrix matrix{graph.node_count(), graph.node_count(), {0}, {}, {}};
    matrix.offsets.reserve(size + 1);
    matrix.indices.reserve(size * size);
    matrix.values.reserve(size * size);
    prefer_large_pages(matrix.indices.data(), size * size * sizeof(NodeId));
    prefer_large_pages(matrix.values.data(), size * size * sizeof(double));
    std::vector<double> rows;
    EntryCollector collector(size);
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t r = i % UpperTriangle::rows_per_block;
        if (r == 0) {
            graph.weights.copy_block(i / UpperTriangle::rows_per_block, rows);
        }
        rows[r * size + i] = graph.loops[i];
        collector.append_positive(rows.data() + r * size, matrix);
        matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
    }
    if (2 * matrix.indices.size() < size * size) {
        matrix.indices.shrink_to_fit();
        matrix.values.shrink_to_fit();
    }
    return Graph::from_symmetric(std::move(matrix));
}

Graph edges_above(const DenseGraph& graph, double least) {
    return chosen_edges(
        graph, [=](std::size_t, std::size_t, double weight) { return weight > least; },
        [=](double weight) { return weight > least; });
}

double largest_weight(const DenseGraph& graph) {
    double largest = 0;
    for (std::size_t i = 0; i < graph.weights.size(); ++i) {
        const double* row = graph.weights.element(i, i);
        for (std::size_t k = 1; k < graph.weights.size() - i; ++k) {
            largest = std::max(largest, row[k]);
        }
    }
    return largest;
}

std::optional<Graph> significant_edges(const DenseLevel& level) {
    const NegligibleEdges negligible(level.degrees);
    return if_cut_alike(chosen_edges(
        level.graph, [&](std::size_t i, std::size_t j, double weight) { return !negligible(i, j, weight); },
        [](double weight) { return weight > 0; }));
}

}  // namespace ndpool

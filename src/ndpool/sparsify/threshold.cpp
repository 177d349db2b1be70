#include "ndpool/sparsify/threshold.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ndpool {

namespace {

/// Largest weight of an edge between two nodes.
double largest_weight(const Graph& graph) {
    double largest = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            largest = neighbors[k] == node ? largest : std::max(largest, weights[k]);
        }
    }
    return largest;
}

}  // namespace

Graph drop_weak_edges(const Graph& graph, const Threshold& threshold) {
    if (!(threshold.epsilon >= 0)) {
        throw InvalidInput(fmt::format("the threshold epsilon is {}, expected a number of at least 0", threshold.epsilon));
    }
    const double least = threshold.relative ? threshold.epsilon * largest_weight(graph) : threshold.epsilon;
    const SparseMatrix& all = graph.adjacency();
    SparseMatrix strong{all.rows, all.columns, {0}, {}, {}};
    const auto kept = static_cast<std::size_t>(
        std::count_if(all.values.begin(), all.values.end(), [&](double value) { return value > least; }));
    // Without a branch per entry, which the processor could not predict: every entry is written, and if it was weak, the next
    // one overwrites it. One place beyond the end is written too. Exact levels are full of weak entries: eight of them are
    // skipped at once.
    constexpr EntryIndex together = 8;
    strong.offsets.reserve(all.offsets.size());
    strong.indices.resize(kept + 1);
    strong.values.resize(kept + 1);
    std::size_t next = 0;
    const auto take = [&](EntryIndex k) {
        strong.indices[next] = all.indices[k];
        strong.values[next] = all.values[k];
        next += all.values[k] > least ? 1 : 0;
    };
    for (NodeId row = 0; row < all.rows; ++row) {
        EntryIndex k = all.offsets[row];
        for (; k + together <= all.offsets[row + 1]; k += together) {
            int above = 0;
            for (EntryIndex c = 0; c < together; ++c) {
                above |= static_cast<int>(all.values[k + c] > least);
            }
            for (EntryIndex c = 0; above != 0 && c < together; ++c) {
                take(k + c);
            }
        }
        for (; k < all.offsets[row + 1]; ++k) {
            take(k);
        }
        strong.offsets.push_back(static_cast<EntryIndex>(next));
    }
    strong.indices.pop_back();
    strong.values.pop_back();
    return Graph::from_symmetric(std::move(strong));
}

}  // namespace ndpool

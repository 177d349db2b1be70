// Unbiased sampling of weak edges. If sampling disconnects a component, its parts are joined again by the strongest edges
// that were dropped between them.
#include "ndpool/kron/lean/edge_sampling.hpp"

#include <algorithm>

#include "ndpool/kron/lean/rows_view.hpp"
#include "ndpool/linalg/disjoint_sets.hpp"

namespace ndpool {

namespace {

constexpr std::size_t rows_per_chunk = 1 << 11;

/// Uniform in [0, 1), the same for both directions of an edge.
double draw(Seed seed, NodeId a, NodeId b) {
    std::uint64_t bits =
        seed.value() ^ (static_cast<std::uint64_t>(std::min(a, b)) << 32U | static_cast<std::uint32_t>(std::max(a, b)));
    bits = (bits ^ bits >> 30U) * 0xBF58476D1CE4E5B9U;  // the finaliser of SplitMix64, twice
    bits = (bits ^ bits >> 27U) * 0x94D049BB133111EBU;
    bits = (bits ^ bits >> 31U) + 0x9E3779B97F4A7C15U;
    bits = (bits ^ bits >> 30U) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ bits >> 27U) * 0x94D049BB133111EBU;
    return static_cast<double>((bits ^ bits >> 31U) >> 11U) * 0x1p-53;
}

struct Dropped {
    double weight;
    NodeId row;
    EntryIndex entry;
};

void rejoin_parts(const RowsView& rows, NewWeights& weights) {
    DisjointSets parts(rows.size());
    const auto for_edges = [&](const auto& body) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (EntryIndex e = rows.begin[row]; e < rows.end[row] && rows.to[e] < rows.node(row); ++e) {
                if (rows.row(rows.to[e]) >= 0) {
                    body(static_cast<NodeId>(row), e);
                }
            }
        }
    };
    for_edges([&](NodeId row, EntryIndex e) {
        if (weights[e] > 0) {
            parts.join(row, rows.row(rows.to[e]));
        }
    });
    std::vector<Dropped> between;
    for_edges([&](NodeId row, EntryIndex e) {
        if (weights[e] == 0 && parts.find(row) != parts.find(rows.row(rows.to[e]))) {
            between.push_back({rows.weights[e], row, e});
        }
    });
    std::sort(between.begin(), between.end(),
              [](const Dropped& a, const Dropped& b) { return a.weight != b.weight ? a.weight > b.weight : a.entry < b.entry; });
    for (const Dropped& edge : between) {
        const NodeId other = rows.row(rows.to[edge.entry]);
        if (parts.join(edge.row, other)) {
            weights[edge.entry] = edge.weight;
            weights[rows.find(other, rows.node(static_cast<std::size_t>(edge.row)))] = edge.weight;
        }
    }
}

}  // namespace

NewWeights sample_weak_edges(const RowsView& rows, double nonzeros_per_node, double draws_below, Seed seed,
                             const Parallel& parallel) {
    const Buffer<double> inverse_degree = inverse_degrees(rows, parallel);
    NewWeights weights(rows.to.size());
    parallel_for_pieces(rows.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const NodeId node = rows.node(row);
            for (EntryIndex e = rows.begin[row]; e < rows.end[row]; ++e) {
                const NodeId other = rows.row(rows.to[e]);
                weights[e] = rows.weights[e];
                if (other < 0 || rows.to[e] == node) {
                    continue;
                }
                const double least = 2 / (nonzeros_per_node * (inverse_degree[row] + inverse_degree[other]));
                if (weights[e] < draws_below * least) {
                    weights[e] = draw(seed, node, rows.to[e]) * least < weights[e] ? least : 0.0;
                }
            }
        }
    });
    rejoin_parts(rows, weights);
    return weights;
}

}  // namespace ndpool

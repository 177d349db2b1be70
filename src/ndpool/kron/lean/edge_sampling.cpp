// Unbiased systematic sampling of weak edges. If sampling disconnects a component, its parts are joined again by the strongest
// edges that were dropped between them, with the weight of all of these.
#include "ndpool/kron/lean/edge_sampling.hpp"

#include <algorithm>

#include "ndpool/kron/lean/part_joining.hpp"
#include "ndpool/kron/lean/rows_view.hpp"

namespace ndpool {

namespace {

constexpr std::size_t rows_per_chunk = 1 << 11;

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
    std::vector<DroppedEdge> dropped;
    std::vector<EntryIndex> entries;  // of the dropped edges
    for_edges([&](NodeId row, EntryIndex e) {
        const NodeId other = rows.row(rows.to[e]);
        if (weights[e] == 0 && parts.find(row) != parts.find(other)) {
            dropped.push_back({row, other, rows.weights[e]});
            entries.push_back(e);
        }
    });
    for (const JoiningEdge& edge : join_by_strongest(parts, dropped)) {
        const DroppedEdge& joining = dropped[edge.index];
        weights[entries[edge.index]] = edge.weight;
        weights[rows.find(joining.other, rows.node(static_cast<std::size_t>(joining.row)))] = edge.weight;
    }
}

/// Calls `body(row, entry, other row, t)` for the entries of some rows that are below a share of t.
struct WeakEntries {
    const RowsView& rows;
    const Buffer<double>& inverse_degree;
    double nonzeros_per_node;
    double draws_below;

    template <typename Body>
    void for_each(std::size_t row, const Body& body) const {
        for (EntryIndex e = rows.begin[row]; e < rows.end[row]; ++e) {
            const NodeId other = rows.row(rows.to[e]);
            if (other >= 0 && rows.to[e] != rows.node(row)) {
                const double t = 2 / (nonzeros_per_node * (inverse_degree[row] + inverse_degree[other]));
                if (rows.weights[e] < draws_below * t) {
                    body(e, static_cast<std::size_t>(other), t);
                }
            }
        }
    }
    /// Whether an edge is drawn with the row of its first end: that of the smaller degree, which the edge matters most to.
    [[nodiscard]] bool draws(std::size_t row, std::size_t other) const {
        return inverse_degree[row] != inverse_degree[other] ? inverse_degree[row] > inverse_degree[other] : row < other;
    }
};

}  // namespace

double first_draw(Seed seed, NodeId node) {
    return Random(seed.child("node", static_cast<std::uint64_t>(node))).uniform();
}

NewWeights sample_weak_edges(const RowsView& rows, double nonzeros_per_node, double draws_below, Seed seed,
                             const Parallel& parallel) {
    const Buffer<double> inverse_degree = inverse_degrees(rows, parallel);
    const WeakEntries weak{rows, inverse_degree, nonzeros_per_node, draws_below};
    NewWeights weights(rows.to.size());
    const auto for_rows = [&](const auto& body) {
        parallel_for_pieces(rows.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                body(row);
            }
        });
    };
    for_rows([&](std::size_t row) {
        std::copy(rows.weights.data() + rows.begin[row], rows.weights.data() + rows.end[row], weights.data() + rows.begin[row]);
        // Probabilities are summed up from a random start, and an edge is kept where the sum passes a whole number.
        double passed = first_draw(seed, rows.node(row));
        weak.for_each(row, [&](EntryIndex e, std::size_t other, double t) {
            if (weak.draws(row, other)) {
                passed += rows.weights[e] / t;
                const bool keeps = passed >= 1;
                passed -= keeps ? 1 : 0;
                weights[e] = keeps ? t : 0.0;
            }
        });
    });
    for_rows([&](std::size_t row) {
        weak.for_each(row, [&](EntryIndex e, std::size_t other, double) {
            if (!weak.draws(row, other)) {
                weights[e] = weights[rows.find(static_cast<NodeId>(other), rows.node(row))];
            }
        });
    });
    rejoin_parts(rows, weights);
    return weights;
}

}  // namespace ndpool

#include "ndpool/kron/lean_reduction.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ndpool/base/stop.hpp"
#include "ndpool/kron/lean/edge_sampling.hpp"
#include "ndpool/kron/lean/lean_elimination.hpp"
#include "ndpool/kron/lean/reroute.hpp"
#include "ndpool/kron/lean/rows_view.hpp"
#include "ndpool/kron/lean/sampled_rows.hpp"

namespace ndpool {

namespace {

Compensation compensation_of(Thinning thinning) {
    switch (thinning) {
        case Thinning::lower_bound: return Compensation::none;
        case Thinning::upper_bound: return Compensation::full;
        default: return Compensation::energy;
    }
}

/// Thins all rows to the size that the options ask for.
NewWeights thinned_to_size(const RowsView& rows, const SmoothVectors& vectors, const LeanOptions& options, Seed seed) {
    if (options.thinning == Thinning::sample) {
        return sample_weak_edges(rows, options.sampled_entries, 1, seed, options.parallel);
    }
    const double least_strength = strength_to_keep(rows, options.nonzeros_per_node, options.parallel);
    return reroute_weak_edges(rows, least_strength, compensation_of(options.thinning), vectors, options.parallel);
}

constexpr std::size_t rows_together = 1 << 12;

/// The sparsity pattern of all entries that remain, without values.
SparseMatrix pattern_of(const RowsView& rows, const NewWeights& weights, const Parallel& parallel) {
    const auto nodes = static_cast<NodeId>(rows.size());
    SparseMatrix matrix{nodes, nodes, {}, {}, {}};
    matrix.offsets.resize(rows.size() + 1);
    parallel_for_pieces(rows.size(), rows_together, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            matrix.offsets[row + 1] = entries_left(rows, row, weights);
        }
    });
    std::partial_sum(matrix.offsets.begin(), matrix.offsets.end(), matrix.offsets.begin());
    matrix.indices.resize(static_cast<std::size_t>(matrix.offsets.back()));
    parallel_for_pieces(rows.size(), rows_together, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            NodeId* next = matrix.indices.data() + matrix.offsets[row];
            for (EntryIndex e = rows.begin[row]; e < rows.end[row]; ++e) {
                if (weights[e] > 0) {
                    *next++ = rows.to[e];
                }
            }
        }
    });
    return matrix;
}

/// The graph of a pattern and the weights that made it. Only the offsets of the rows are read.
Graph with_weights(SparseMatrix pattern, const RowsView& rows, const NewWeights& weights, const Parallel& parallel) {
    pattern.values.resize(pattern.indices.size());
    parallel_for_pieces(rows.size(), rows_together, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            std::copy_if(weights.data() + rows.begin[row], weights.data() + rows.end[row],
                         pattern.values.data() + pattern.offsets[row], [](double weight) { return weight > 0; });
        }
    });
    return Graph::from_symmetric(std::move(pattern));
}

/// The graph of rows that are not needed any more. To save memory, each array is freed as soon as it is read.
Graph graph_of(UpdatedRows rows, NewWeights weights, const Parallel& parallel) {
    rows.weights = {};
    SparseMatrix pattern = pattern_of(rows.view(), weights, parallel);
    rows.to = {};
    return with_weights(std::move(pattern), rows.view(), weights, parallel);
}

/// Moves edges between dropped nodes to paths through common kept neighbours.
void separate_dropped(EliminationState& at, const Graph& graph, const Cut& cut, const SmoothVectors& vectors,
                      const LeanOptions& options) {
    std::vector<std::uint8_t> is_dropped(at.role.size(), 0);
    for (const NodeId node : cut.dropped) {
        is_dropped[node] = 1;
    }
    const RowsView rows = rows_of(graph);
    take_over(at, rows,
              reroute_within(rows, is_dropped, options.least_strength_within, compensation_of(options.thinning), vectors,
                             options.parallel),
              {}, options.parallel);
}

/// Eliminates independent sets of dropped nodes in turn, until the dropped nodes that remain are alone: `take_round(selected,
/// number)` makes the new rows of each.
template <typename TakeRound>
void eliminate_in_rounds(EliminationState& at, const LeanOptions& options, const TakeRound& take_round) {
    for (std::uint64_t round = 0;; ++round) {
        stop_if_requested();
        set_alone_apart(at, options.parallel);
        if (at.dropped.empty()) {
            return;
        }
        take_round(select_independent(at, options.parallel), round);
    }
}

EntryIndex edge_count(const RowsView& rows) {
    EntryIndex loops = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto node = static_cast<NodeId>(row);
        const EntryIndex entry = rows.find(node, node);
        loops += entry < rows.end[row] && rows.to[entry] == node ? 1 : 0;
    }
    return (entry_count(rows) - loops) / 2 + loops;
}

LeanReduction rerouted_reduction(const Graph& graph, const Cut& cut, const SmoothVectors& vectors, const LeanOptions& options,
                                 Seed seed) {
    EliminationState at = not_yet_eliminated(graph, cut);
    set_alone_apart(at, options.parallel);
    if (!at.dropped.empty() && options.least_strength_within > 0) {
        separate_dropped(at, graph, cut, vectors, options);
    }
    eliminate_in_rounds(at, options, [&](const std::vector<NodeId>& selected, std::uint64_t) {
        const UpdatedRows rows = rows_around(at, selected, options.parallel);
        const NewWeights weights =
            reroute_weak_edges(rows.view(), options.least_strength, compensation_of(options.thinning), vectors, options.parallel);
        take_over(at, rows.view(), weights, selected, options.parallel);
    });
    UpdatedRows rows = rows_of_kept(at, cut.kept, options.parallel);
    const EntryIndex edges = graph.self_loop_count() == 0 ? entry_count(rows.view()) / 2 : edge_count(rows.view());
    NewWeights weights = thinned_to_size(rows.view(), values_at(vectors, cut.kept), options, seed.child("end"));
    return {graph_of(std::move(rows), std::move(weights), options.parallel), edges};
}

LeanReduction sampled_reduction(const Graph& graph, const Cut& cut, const LeanOptions& options, Seed seed) {
    // Rounds keep more entries than are wanted in the end, and draw only the edges below half of t: their noise adds up.
    const Sampling in_round{1.3 * options.sampled_entries, 0.5};
    EliminationState at = not_yet_eliminated(graph, cut);
    eliminate_in_rounds(at, options, [&](const std::vector<NodeId>& selected, std::uint64_t round) {
        const SampledRows sampled = sampled_rows_around(at, selected, in_round, seed.child("round", round), options.parallel);
        take_over(at, sampled.rows.view(), sampled.rows.weights, selected, options.parallel);
    });
    SampledRows sampled = sampled_rows_of_kept(at, cut.kept, {options.sampled_entries, 1}, seed.child("end"), options.parallel);
    NewWeights weights = std::move(sampled.rows.weights);
    return {graph_of(std::move(sampled.rows), std::move(weights), options.parallel), sampled.edges_before};
}

}  // namespace

LeanReduction lean_reduce(const Graph& graph, const Cut& cut, const SmoothVectors& vectors, const LeanOptions& options,
                          Seed seed) {
    return options.thinning == Thinning::sample ? sampled_reduction(graph, cut, options, seed)
                                                : rerouted_reduction(graph, cut, vectors, options, seed);
}

Graph thin_out(const Graph& graph, const SmoothVectors& vectors, const LeanOptions& options, Seed seed) {
    const RowsView rows = rows_of(graph);
    const NewWeights weights = thinned_to_size(rows, vectors, options, seed);
    return with_weights(pattern_of(rows, weights, options.parallel), rows, weights, options.parallel);
}

}  // namespace ndpool

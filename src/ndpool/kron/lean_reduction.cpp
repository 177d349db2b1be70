#include "ndpool/kron/lean_reduction.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ndpool/base/stop.hpp"
#include "ndpool/kron/lean/edge_sampling.hpp"
#include "ndpool/kron/lean/lean_elimination.hpp"
#include "ndpool/kron/lean/reroute.hpp"
#include "ndpool/kron/lean/rows_view.hpp"

namespace ndpool {

namespace {

Compensation compensation_of(Thinning thinning) {
    switch (thinning) {
        case Thinning::lower_bound: return Compensation::none;
        case Thinning::upper_bound: return Compensation::full;
        default: return Compensation::energy;
    }
}

/// Thins rows that a round of elimination made. Sampling keeps more entries here: its noise adds up from round to round.
NewWeights thinned_in_round(const RowsView& rows, const SmoothVectors& vectors, const LeanOptions& options, Seed seed) {
    constexpr double generous = 1.3;
    constexpr double draws_below = 0.5;
    if (options.thinning == Thinning::sample) {
        return sample_weak_edges(rows, generous * options.sampled_entries, draws_below, seed, options.parallel);
    }
    return reroute_weak_edges(rows, options.least_strength, compensation_of(options.thinning), vectors, options.parallel);
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

/// The rows of the kept nodes after the elimination of all others.
UpdatedRows eliminated(const Graph& graph, const Cut& cut, const SmoothVectors& vectors, const LeanOptions& options, Seed seed) {
    EliminationState at = not_yet_eliminated(graph, cut);
    set_alone_apart(at, options.parallel);
    if (!at.dropped.empty() && options.least_strength_within > 0 && options.thinning != Thinning::sample) {
        separate_dropped(at, graph, cut, vectors, options);
    }
    for (std::uint64_t round = 0;; ++round) {
        stop_if_requested();
        const auto hubs_in = [&](EliminationState::Role role) {
            return options.thinning == Thinning::sample ? sampled_hubs(at, role, seed.child("hubs", round), options.parallel)
                                                        : SampledHubs{};
        };
        set_alone_apart(at, options.parallel);
        if (at.dropped.empty()) {
            return rows_of_kept(at, cut.kept, hubs_in(EliminationState::Role::alone), options.parallel);
        }
        const std::vector<NodeId> selected = select_independent(at, options.parallel);
        const UpdatedRows rows = rows_around(at, selected, hubs_in(EliminationState::Role::selected), options.parallel);
        const NewWeights weights = thinned_in_round(rows.view(), vectors, options, seed.child("round", round));
        take_over(at, rows.view(), weights, selected, options.parallel);
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

}  // namespace

LeanReduction lean_reduce(const Graph& graph, const Cut& cut, const SmoothVectors& vectors, const LeanOptions& options,
                          Seed seed) {
    UpdatedRows rows = eliminated(graph, cut, vectors, options, seed);
    const EntryIndex edges = graph.self_loop_count() == 0 ? entry_count(rows.view()) / 2 : edge_count(rows.view());
    NewWeights weights = thinned_to_size(rows.view(), values_at(vectors, cut.kept), options, seed.child("end"));
    return {graph_of(std::move(rows), std::move(weights), options.parallel), edges};
}

Graph thin_out(const Graph& graph, const SmoothVectors& vectors, const LeanOptions& options, Seed seed) {
    const RowsView rows = rows_of(graph);
    const NewWeights weights = thinned_to_size(rows, vectors, options, seed);
    return with_weights(pattern_of(rows, weights, options.parallel), rows, weights, options.parallel);
}

}  // namespace ndpool

#include "ndpool/pyramid/nmf/nmf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ndpool/base/memory.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/assignment_matrix.hpp"
#include "ndpool/pyramid/each_graph.hpp"
#include "ndpool/pyramid/nmf/nonnegative_factors.hpp"
#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

namespace {

void check_options(const NmfOptions& options) {
    check_levels(options.levels);
    if (options.most_iterations < 1) {
        throw InvalidInput(fmt::format("NMF: {} iterations, expected at least 1", options.most_iterations));
    }
    if (!(options.tolerance >= 0) || !(options.drop_below >= 0 && options.drop_below <= 1)) {
        throw InvalidInput(fmt::format("NMF: tolerance {} and shares dropped below {}, expected at least 0, and from 0 to 1",
                                       options.tolerance, options.drop_below));
    }
}

/// Clusters for the next level: half of the nodes, rounded up.
NodeId rank_for(NodeId nodes) {
    return nodes / 2 + nodes % 2;
}

void require_memory(NodeId nodes, const NmfOptions& options) {
    const auto n = static_cast<double>(nodes);
    const auto rank = static_cast<double>(rank_for(nodes));
    // Factors, numerator and denominator, assignment matrix; two Gram matrices, the next level full and as rows.
    const double needed = n * rank * (4 * sizeof(double) + sizeof(double) + sizeof(NodeId)) +
                          rank * rank * (3 * sizeof(double) + sizeof(double) + sizeof(NodeId));
    if (!fits_in_memory(needed, options.memory_limit)) {
        throw TooLarge(
            fmt::format("the factorisation of {} nodes into {} clusters would take {}, {} are available: full "
                        "matrices of {} x {} are needed",
                        nodes, rank_for(nodes), readable_bytes(needed), readable_bytes(memory_budget(options.memory_limit)),
                        nodes, rank_for(nodes)));
    }
}

/// Scales each node's row to sum 1, without entries below a given share of its largest.
void make_shares(DenseRows& assignment, double drop_below) {
    for (std::size_t node = 0; node < assignment.rows; ++node) {
        double* const begin = assignment.row(node);
        double* const end = begin + assignment.columns;
        const double least = drop_below * *std::max_element(begin, end);
        double sum = 0;
        for (double* share = begin; share != end; ++share) {
            *share = *share < least ? 0 : *share;
            sum += *share;
        }
        for (double* share = begin; share != end; ++share) {
            *share /= sum;
        }
    }
}

/// The columns in which there is anything.
std::vector<std::size_t> columns_in_use(const DenseRows& shares) {
    std::vector<bool> in_use(shares.columns, false);
    for (std::size_t node = 0; node < shares.rows; ++node) {
        for (std::size_t c = 0; c < shares.columns; ++c) {
            in_use[c] = in_use[c] || shares.row(node)[c] > 0;
        }
    }
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < shares.columns; ++c) {
        if (in_use[c]) {
            columns.push_back(c);
        }
    }
    return columns;
}

/// The entries that entry(row, column) gives, without zeros.
template <typename EntryOf>
SparseMatrix sparse_matrix(std::size_t rows, std::size_t columns, EntryOf entry) {
    SparseMatrix matrix{static_cast<NodeId>(rows), static_cast<NodeId>(columns), {0}, {}, {}};
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            if (const double value = entry(row, column); value > 0) {
                matrix.indices.push_back(static_cast<NodeId>(column));
                matrix.values.push_back(value);
            }
        }
        matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
    }
    return matrix;
}

/// S A S^T on the clusters in use. What is below the diagonal is read above it.
Graph joined_graph(const Graph& graph, const DenseRows& shares, const std::vector<std::size_t>& used, const Parallel& parallel) {
    DenseRows spread(shares.rows, shares.columns);
    DenseRows joined(shares.columns, shares.columns);
    multiply(graph.adjacency(), shares, spread, parallel);
    multiply_transposed(shares, spread, joined, parallel);
    return Graph::from_symmetric(sparse_matrix(used.size(), used.size(), [&](std::size_t i, std::size_t j) {
        return joined.row(used[std::min(i, j)])[used[std::max(i, j)]];
    }));
}

Level next_level(const Graph& graph, int number, const NmfOptions& options, Seed seed) {
    require_memory(graph.node_count(), options);
    Level level;
    level.number = number;
    level.cut.origin = "nmf";
    Stopwatch watch;
    NonnegativeFactors factors = nonnegative_factors(graph, rank_for(graph.node_count()), options, seed);
    level.cut.converged = factors.converged;
    level.seconds.cut = watch.lap();
    factors.left = DenseRows(0, 0);
    DenseRows& shares = factors.right;
    make_shares(shares, options.drop_below);
    const std::vector<std::size_t> used = columns_in_use(shares);
    level.assignment_matrix =
        sparse_matrix(used.size(), shares.rows, [&](std::size_t i, std::size_t node) { return shares.row(node)[used[i]]; });
    level.pool = largest_in_rows(*level.assignment_matrix);
    level.graph = joined_graph(graph, shares, used, options.parallel);
    level.edges_before_sparsify = level.graph.edge_count();
    level.components = component_count(level.graph);
    level.seconds.kron = watch.lap();
    return level;
}

}  // namespace

Pyramid nmf_pyramid(const Graph& graph, const NmfOptions& options, Seed seed, const Progress& progress) {
    check_options(options);
    const int deepest = options.levels.empty() ? 0 : options.levels.back();
    Pyramid pyramid{graph, {}};
    pyramid.levels.reserve(static_cast<std::size_t>(deepest));
    for (int number = 1; number <= deepest; ++number) {
        stop_if_requested();
        if (progress) {
            progress("coarsening", static_cast<std::size_t>(number) - 1, static_cast<std::size_t>(deepest));
        }
        const Level* const before = number == 1 ? nullptr : &pyramid.levels.back();
        Level level = next_level(before == nullptr ? graph : before->graph, number, options,
                                 seed.child("level", static_cast<std::uint64_t>(number)));
        level.nodes = before == nullptr ? level.pool : composed(before->nodes, level.pool);
        pyramid.levels.push_back(std::move(level));
    }
    if (progress) {
        progress("coarsening", static_cast<std::size_t>(deepest), static_cast<std::size_t>(deepest));
    }
    return with_levels(std::move(pyramid), options.levels);
}

std::vector<Pyramid> nmf_pyramids(std::span<const Graph> graphs, const NmfOptions& options, Seed seed, const Parallel& parallel,
                                  const Progress& progress, std::size_t first_number) {
    check_options(options);
    NmfOptions one_thread = options;
    one_thread.parallel = {1};
    return pyramid_of_each(graphs, seed, parallel, progress, first_number,
                           [&](const Graph& graph, Seed own) { return nmf_pyramid(graph, one_thread, own); });
}

}  // namespace ndpool

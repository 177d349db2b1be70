#include "ndpool/graph/directed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "ndpool/graph/assemble.hpp"
#include "ndpool/graph/components.hpp"

namespace ndpool {

namespace {

/// Calls visit(column, a_ij, a_ji) for every entry of the union of a row of A and of A^T, columns ascending.
template <typename Visit>
void visit_union(const SparseMatrix& arcs, const SparseMatrix& reverse, NodeId row, Visit visit) {
    EntryIndex a = arcs.offsets[row];
    EntryIndex b = reverse.offsets[row];
    while (a < arcs.offsets[row + 1] || b < reverse.offsets[row + 1]) {
        const bool has_a = a < arcs.offsets[row + 1];
        const bool has_b = b < reverse.offsets[row + 1];
        const NodeId column = !has_b || (has_a && arcs.indices[a] <= reverse.indices[b]) ? arcs.indices[a] : reverse.indices[b];
        const double forward = has_a && arcs.indices[a] == column ? arcs.values[a++] : 0.0;
        const double backward = has_b && reverse.indices[b] == column ? reverse.values[b++] : 0.0;
        visit(column, forward, backward);
    }
}

/// The symmetric matrix combine(a_ij, a_ji), where combine is symmetric in its arguments.
template <typename Combine>
SparseMatrix combined(const SparseMatrix& arcs, Combine combine) {
    const SparseMatrix reverse = transpose(arcs);
    SparseMatrix result{arcs.rows, arcs.columns, {0}, {}, {}};
    for (NodeId row = 0; row < arcs.rows; ++row) {
        visit_union(arcs, reverse, row, [&](NodeId column, double forward, double backward) {
            result.indices.push_back(column);
            result.values.push_back(combine(forward, backward));
        });
        result.offsets.push_back(static_cast<EntryIndex>(result.indices.size()));
    }
    return result;
}

/// Nodes reached from `start` along the arcs.
std::vector<bool> reached(const SparseMatrix& arcs, NodeId start) {
    std::vector<bool> seen(static_cast<std::size_t>(arcs.rows), false);
    std::vector<NodeId> open{start};
    seen[start] = true;
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        for (EntryIndex k = arcs.offsets[node]; k < arcs.offsets[node + 1]; ++k) {
            if (!seen[arcs.indices[k]]) {
                seen[arcs.indices[k]] = true;
                open.push_back(arcs.indices[k]);
            }
        }
    }
    return seen;
}

/// A component is strongly connected if one of its nodes reaches all others and is reached by them.
void require_strong_connection(const SparseMatrix& arcs, const Components& parts) {
    const SparseMatrix reverse = transpose(arcs);
    for (NodeId part = 0; part < parts.count(); ++part) {
        const auto nodes = parts.nodes(part);
        const auto forward = reached(arcs, nodes.front());
        const auto backward = reached(reverse, nodes.front());
        for (const NodeId node : nodes) {
            if (!forward[node] || !backward[node]) {
                throw InvalidInput(
                    fmt::format("nodes {} and {} are connected but not by arcs in both directions: Chung's Laplacian needs "
                                "strongly connected parts (try max, mean or sum)",
                                nodes.front(), node));
            }
        }
    }
}

/// The sum of the weights of the arcs that leave each node.
std::vector<double> out_weights(const SparseMatrix& arcs) {
    std::vector<double> sums(static_cast<std::size_t>(arcs.rows), 0.0);
    for (NodeId row = 0; row < arcs.rows; ++row) {
        for (EntryIndex k = arcs.offsets[row]; k < arcs.offsets[row + 1]; ++k) {
            sums[row] += arcs.values[k];
        }
    }
    return sums;
}

/// Stationary vector of the random walk along the arcs; the entries of a component sum to its fraction of the nodes. The lazy
/// walk, which stays with probability one half, has the same vector and converges on periodic graphs too.
std::vector<double> stationary_vector(const SparseMatrix& arcs, std::span<const double> out_weight) {
    constexpr int most_steps = 200000;
    constexpr double tolerance = 1e-14;
    const auto nodes = static_cast<std::size_t>(arcs.rows);
    std::vector<double> phi(nodes, 1.0 / static_cast<double>(nodes));
    std::vector<double> next(nodes);
    for (int step = 0; step < most_steps; ++step) {
        for (std::size_t i = 0; i < nodes; ++i) {
            next[i] = out_weight[i] > 0 ? 0.5 * phi[i] : phi[i];
        }
        for (NodeId row = 0; row < arcs.rows; ++row) {
            for (EntryIndex k = arcs.offsets[row]; k < arcs.offsets[row + 1]; ++k) {
                next[arcs.indices[k]] += 0.5 * phi[row] * arcs.values[k] / out_weight[row];
            }
        }
        double change = 0;
        for (std::size_t i = 0; i < nodes; ++i) {
            change += std::abs(next[i] - phi[i]);
        }
        phi.swap(next);
        if (change <= tolerance) {
            return phi;
        }
    }
    throw NumericalFailure(fmt::format("the random walk on the directed graph did not settle in {} steps", most_steps));
}

Graph chung_graph(const SparseMatrix& arcs) {
    const Graph undirected_pattern = Graph::from_symmetric(combined(arcs, [](double a, double b) { return std::max(a, b); }));
    require_strong_connection(arcs, connected_components(undirected_pattern));
    const std::vector<double> out_weight = out_weights(arcs);
    const std::vector<double> phi = stationary_vector(arcs, out_weight);
    SparseMatrix flow = arcs;  // Phi P
    for (NodeId row = 0; row < arcs.rows; ++row) {
        for (EntryIndex k = arcs.offsets[row]; k < arcs.offsets[row + 1]; ++k) {
            flow.values[k] = phi[row] * arcs.values[k] / out_weight[row];
        }
    }
    return Graph::from_adjacency(combined(flow, [](double a, double b) { return 0.5 * (a + b); }));
}

}  // namespace

Graph undirected(const SparseMatrix& arcs, Symmetrize how) {
    if (arcs.rows != arcs.columns) {
        throw InvalidInput(fmt::format("an adjacency matrix must be square, this one is {} x {}", arcs.rows, arcs.columns));
    }
    check_entries(arcs);
    SparseMatrix cleaned = arcs;
    drop_zeros(cleaned);
    switch (how) {
        case Symmetrize::max: return Graph::from_adjacency(combined(cleaned, [](double a, double b) { return std::max(a, b); }));
        case Symmetrize::mean: return Graph::from_adjacency(combined(cleaned, [](double a, double b) { return 0.5 * (a + b); }));
        case Symmetrize::sum: return Graph::from_adjacency(combined(cleaned, [](double a, double b) { return a + b; }));
        case Symmetrize::chung: return chung_graph(cleaned);
        case Symmetrize::refuse: break;
    }
    return Graph::from_adjacency(std::move(cleaned));
}

}  // namespace ndpool

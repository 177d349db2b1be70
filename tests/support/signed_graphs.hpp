// Random graphs with weights of either sign, and their largest cuts by trying all.
#pragma once

#include "ndpool/cut/search/cut_problem.hpp"
#include "ndpool/graph/signed_graph.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {

/// A random graph, each edge of which is negative with probability one half.
inline SignedGraph random_signed_graph(Seed seed, const RandomGraphOptions& options = {}) {
    const Graph graph = random_graph(seed, options);
    Random random(seed.child("signs"));
    std::vector<Edge> edges = edges_of(graph);
    for (Edge& edge : edges) {
        edge.weight = random.coin() ? edge.weight : -edge.weight;
    }
    return SignedGraph::from_edges(graph.node_count(), edges);
}

/// Weight between the sides, straight from the matrix.
inline double weight_between(const SparseMatrix& adjacency, std::span<const Side> sides) {
    double twice = 0;
    for (NodeId row = 0; row < adjacency.rows; ++row) {
        for (EntryIndex k = adjacency.offsets[row]; k < adjacency.offsets[row + 1]; ++k) {
            twice += sides[row] != sides[adjacency.indices[k]] ? adjacency.values[k] : 0;
        }
    }
    return twice / 2;
}

inline double magnitude_of(const SparseMatrix& adjacency) {
    double sum = 0;
    for (const double value : adjacency.values) {
        sum += std::abs(value);
    }
    return sum;
}

/// The largest weight of all 2^(n-1) cuts.
inline double largest_cut_weight(const SparseMatrix& adjacency) {
    const auto n = static_cast<std::size_t>(adjacency.rows);
    Sides sides(n, 1);
    double best = 0;
    for (std::size_t code = 0; code < (std::size_t{1} << (n - 1)); ++code) {
        for (std::size_t i = 1; i < n; ++i) {
            sides[i] = (code >> (i - 1) & 1) != 0 ? Side{-1} : Side{1};
        }
        best = std::max(best, weight_between(adjacency, sides));
    }
    return best;
}

}  // namespace ndpool

#pragma once

#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"
#include "ndpool/pyramid/nmf/dense_rows.hpp"
#include "ndpool/pyramid/nmf/nmf.hpp"

// Internal to pyramid/: non-negative matrix factorisation.
namespace ndpool {

/// A / scale ~ W H with W = left and H = right^T; both have a row for each node and a column for each of `rank` clusters.
struct NonnegativeFactors {
    DenseRows left;
    DenseRows right;
    double scale = 1;            ///< the largest weight of the graph, 1 if it has none
    std::vector<double> errors;  ///< Frobenius norm of A / scale - W H at the start and after each iteration
    bool converged = false;      ///< the tolerance was reached before the limit of iterations
};

/// Lee and Seung's multiplicative updates of H and W in turn, which never enlarge the error, from a seeded random start. Entries
/// never fall below 1e-100: a node without edges, which nothing ties to any cluster, ends with equal entries for all.
[[nodiscard]] NonnegativeFactors nonnegative_factors(const Graph& graph, NodeId rank, const NmfOptions& options, Seed seed);

}  // namespace ndpool

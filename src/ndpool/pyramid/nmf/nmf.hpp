#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

struct NmfOptions {
    std::vector<int> levels = {1, 2, 3};  ///< ascending; level l has N / 2^l nodes, rounded up
    int most_iterations = 200;            ///< updates of both factors
    double tolerance = 1e-4;              ///< stop where ten iterations lower the error by at most this share of the first error
    /// Entries of the assignment matrix below this share of the node's largest entry are dropped. The paper drops none: its
    /// levels are dense.
    double drop_below = 0;
    std::uint64_t memory_limit = 0;  ///< bytes the full matrices may take; 0: what is available
    Parallel parallel = {};          ///< the result does not depend on it
};

/// The pyramid of non-negative matrix factorisation (Bacciu and Di Sotto 2019). The adjacency matrix of a level is factorised,
/// A ~ W H with K = N / 2^l rows in H (Lee and Seung's updates of the Frobenius norm from a seeded start). Column j of H says
/// how node j is assigned to the K clusters, which are the nodes of the next level; it is scaled to sum 1, so that the size of
/// weights does not matter and no weight is lost: with S the scaled H, X' = S X and A' = S A S^T, self-loops included
/// (what the paper writes as H^T X and H^T A H). The sum of all entries of A' is that of A. A' is symmetric to the last bit.
///
/// The whole graph is factorised at once, so clusters may contain nodes of different components; a node without edges is
/// assigned equally to all clusters. With drop_below, clusters without any entry are dropped.
/// Takes memory for some N x K matrices and time proportional to N K^2 per iteration. Throws TooLarge before it allocates more
/// memory than available, InvalidInput for levels that are not ascending or below 1 and for options out of range.
///
/// @code
/// const Pyramid pyramid = nmf_pyramid(ring_graph(20).graph, {.levels = {1}, .drop_below = 0.1}, Seed(1));
/// assert(pyramid.levels[0].assignment_matrix->columns == 20);
/// @endcode
[[nodiscard]] Pyramid nmf_pyramid(const Graph& graph, const NmfOptions& options, Seed seed, const Progress& progress = {});

/// The pyramids of many graphs, each with its own seed and each on one thread.
[[nodiscard]] std::vector<Pyramid> nmf_pyramids(std::span<const Graph> graphs, const NmfOptions& options, Seed seed,
                                                const Parallel& parallel, const Progress& progress = {},
                                                std::size_t first_number = 0);

}  // namespace ndpool

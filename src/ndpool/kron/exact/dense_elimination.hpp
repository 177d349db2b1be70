#pragma once

#include <cstdint>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/kron/dense_graph.hpp"
#include "ndpool/kron/exact/zero_array.hpp"

// Internal to kron/: the dense end of an elimination.
namespace ndpool {

struct EliminationOptions {
    std::uint64_t memory_limit = 0;  ///< bytes, 0: what is available
    Parallel parallel = {};
    Progress progress = {};  ///< is called with the phase "eliminate"
};

/// Writes the columns in [begin, end) where the row is not zero, and scratch in one place beyond them; returns how many.
[[nodiscard]] std::size_t nonzero_columns(const double* row, std::size_t begin, std::size_t end, NodeId* found);

/// Plain elimination of the first `inside` nodes of a matrix of `width` - 1 nodes and, in its last column, ground. Only
/// weights to later nodes count.
void eliminate_plainly(std::size_t inside, std::size_t width, double* rows);

/// Number of multiplications, each with its addition, that eliminate_dense does for this number of nodes.
[[nodiscard]] std::size_t dense_products(std::size_t inside, std::size_t boundary);

/// Rows for eliminate_dense, all zero. Throws TooLarge if they do not fit in memory.
[[nodiscard]] ZeroArray elimination_rows(std::size_t inside, std::size_t boundary, std::uint64_t memory_limit);

/// The dense end of an elimination: `rows` holds, for each of `inside` nodes, its weights to the inside nodes, to the
/// boundary and to ground: inside + boundary + 1 numbers, of which those to later nodes count. Adds the weights between the
/// boundary nodes to the clique.
void eliminate_dense(std::size_t inside, double* rows, DenseGraph& clique, const EliminationOptions& options);

}  // namespace ndpool

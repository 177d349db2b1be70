#pragma once

#include "ndpool/kron/exact/dense_elimination.hpp"
#include "ndpool/kron/exact/sparse_elimination.hpp"

// Internal to kron/: eliminating one connected component of dropped nodes exactly.
namespace ndpool {

/// Eliminates the inside nodes of an interior problem in an order of least degree while their rows are short, the rest as one
/// dense matrix. Throws TooLarge before that matrix would exceed the memory limit.
[[nodiscard]] DenseGraph eliminate(const InteriorProblem& problem, const EliminationOptions& options);

}  // namespace ndpool

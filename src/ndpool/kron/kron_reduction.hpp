#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/cut/cut.hpp"

namespace ndpool {

struct KronOptions {
    std::uint64_t memory_limit = 0;  ///< bytes the reduction may take; 0 means what the machine has available
    Parallel parallel = {};
    /// Above 0, links that appear while nodes are eliminated are left out where their weight is below this share of the
    /// smaller of the two degrees in the input. 0 is exact.
    double screen = 0;
};

/// Leaves links out that are a million times weaker than any that the paper's threshold keeps: on meshes the
/// thresholded levels are those of the exact reduction, at a cost that grows with the number of nodes only.
constexpr double faithful_screen = 1e-8;

/// Kron reduction (Sec. III-B, App. A): the graph on the kept nodes whose Laplacian is the Schur complement of the
/// input's Laplacian, kept node number i of the cut becoming node i. With self-loops it is the Schur complement
/// of the loopy Laplacian, in which a loop is a conductance to ground.
///
/// Exact: every step is a star-mesh transform, which only adds, multiplies and divides positive numbers, so
/// each weight has a small relative error however small it is. Symmetric to the last bit and the same bits for
/// every number of threads. A component without a kept node vanishes, as with the generalised inverse.
///
/// Dropped nodes that hang together join all kept nodes around them pairwise; where the cut is poor the result is
/// dense. Throws TooLarge, before taking memory, if it would not fit.
[[nodiscard]] Graph kron_reduce(const Graph& graph, const Cut& cut, const KronOptions& options = {});

}  // namespace ndpool

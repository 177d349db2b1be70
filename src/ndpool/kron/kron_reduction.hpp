#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/cut/cut.hpp"

namespace ndpool {

struct KronOptions {
    std::uint64_t memory_limit = 0;  ///< bytes the reduction may take; 0 means what the machine has available
    Parallel parallel = {};
    /// A link that appears while nodes are eliminated is left out if it weighs less than this share of the smaller of
    /// its ends' degrees in the input. At least 0, which leaves nothing out, and below 1.
    double drop_tolerance = 0;
    Progress progress = {};  ///< hears of the phases "eliminate" and "assemble"
};

/// The drop tolerance that leaves out what the paper's threshold would not keep: on meshes of 10^4 nodes, four levels with
/// epsilon 0.01 are those of the exact reduction edge by edge, with weights to 1e-4, at a cost that grows with the number
/// of nodes alone.
constexpr double faithful_drop_tolerance = 1e-8;

/// Kron reduction (Sec. III-B, App. A): the graph on the kept nodes whose Laplacian is the Schur complement of the
/// input's Laplacian, kept node number i of the cut becoming node i. With self-loops it is the Schur complement
/// of the loopy Laplacian, in which a loop is a conductance to ground.
///
/// Exact: every step is a star-mesh transform, which only adds, multiplies and divides positive numbers, so
/// each weight has a small relative error however small it is. This holds as long as the input's weights span at most a hundred
/// magnitudes; beyond, products on the way may be too small to be numbers. Symmetric to the last bit and the same bits for
/// every number of threads. A component without a kept node vanishes, as with the generalised inverse.
///
/// Dropped nodes that hang together join all kept nodes around them pairwise; where the cut is poor the result is
/// dense. Throws TooLarge, before taking memory, if it would not fit.
///
/// With a drop tolerance, the graph is that of a network whose weak links were cut as they appeared, so no eigenvalue of its
/// Laplacian exceeds the exact one; a spanning forest is never cut, so it is exactly as connected as without. What it
/// takes is not known before: throws TooLarge on the way.
///
/// Throws InvalidInput for the cut of another graph and for a drop tolerance that is no share.
[[nodiscard]] Graph kron_reduce(const Graph& graph, const Cut& cut, const KronOptions& options = {});

}  // namespace ndpool

#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/cut/cut.hpp"

namespace ndpool {

struct KronOptions {
    std::uint64_t memory_limit = 0;  ///< bytes the reduction may take; 0 means what the machine has available
    Parallel parallel = {};
    /// An edge that appears during the elimination is dropped if its weight is less than this share of the smaller of the
    /// degrees of its ends in the input. At least 0, which drops nothing, and below 1.
    double drop_tolerance = 0;
    Progress progress = {};  ///< is called with the phases "eliminate" and "assemble"
};

/// A drop tolerance that drops only edges that the paper's threshold would drop too: on meshes of 10^4 nodes, four levels with
/// epsilon 0.01 have the same edges as the exact reduction, with weights to 1e-4, at a cost that is linear in the
/// number of nodes. With 1e-6, 0.3 % of the edges differ, with 1e-4 up to 12 %.
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
/// Each connected component of dropped nodes becomes a clique on its kept neighbours; where the cut is poor the result is
/// dense. Throws TooLarge, before it allocates memory, if the result would not fit.
///
/// With a drop tolerance, weak edges are dropped as they appear, so no eigenvalue of the Laplacian exceeds the exact one. The
/// edges of a spanning forest are never dropped, so the components are those of the exact reduction. The memory needed is not
/// known in advance: TooLarge is thrown during the elimination.
///
/// Throws InvalidInput for the cut of another graph and for a drop tolerance outside [0, 1).
///
/// @code
/// const Graph path = path_graph(3);
/// const std::vector<NodeId> ends = {0, 2};
/// const Graph reduced = kron_reduce(path, cut_keeping(path, ends));
/// assert(reduced.weight(0, 1) == 0.5);  // two unit conductors in a row
/// @endcode
[[nodiscard]] Graph kron_reduce(const Graph& graph, const Cut& cut, const KronOptions& options = {});

}  // namespace ndpool

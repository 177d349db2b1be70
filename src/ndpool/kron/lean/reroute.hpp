#pragma once

#include "ndpool/kron/lean/rows_view.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"

// Internal to kron/lean/.
namespace ndpool {

/// How much of the weight of a dropped edge goes to the paths beside it.
enum class Compensation : std::uint8_t {
    none,    ///< nothing: every eigenvalue becomes smaller or stays
    energy,  ///< as much as keeps the energy of the smooth vectors
    full,    ///< twice the weight on both halves of a path: every eigenvalue becomes larger or stays
};

/// Drops the edges below a strength that have a two-step path of stronger ones beside them, the weakest first, and moves their
/// weight to these paths. What was connected stays connected: an edge goes only where a path remains.
[[nodiscard]] NewWeights reroute_weak_edges(const RowsView& rows, double least_strength, Compensation compensation,
                                            const SmoothVectors& vectors, const Parallel& parallel);

/// The same for all edges below a strength between nodes of a set, over paths through nodes outside the set.
[[nodiscard]] NewWeights reroute_within(const RowsView& rows, std::span<const std::uint8_t> is_in_set, double least_strength,
                                        Compensation compensation, const SmoothVectors& vectors, const Parallel& parallel);

}  // namespace ndpool

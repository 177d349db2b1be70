#pragma once

#include "ndpool/kron/lean/rows_view.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"

// Internal to kron/lean/.
namespace ndpool {

/// How much of the weight of a dropped edge moves to the two-step paths between its ends.
enum class Compensation : std::uint8_t {
    none,    ///< nothing: no eigenvalue grows
    energy,  ///< as much as keeps the energy of the smooth vectors
    full,    ///< twice the weight on both halves of a path: no eigenvalue shrinks
};

/// Drops the edges below a strength whose ends are also joined by a two-step path of stronger edges, the weakest first, and
/// moves their weight to these paths. Connected nodes stay connected: an edge is dropped only if a path remains.
[[nodiscard]] NewWeights reroute_weak_edges(const RowsView& rows, double least_strength, Compensation compensation,
                                            const SmoothVectors& vectors, const Parallel& parallel);

/// Does the same for all edges below a strength between two nodes of a set, with paths through nodes outside the set.
[[nodiscard]] NewWeights reroute_within(const RowsView& rows, std::span<const std::uint8_t> is_in_set, double least_strength,
                                        Compensation compensation, const SmoothVectors& vectors, const Parallel& parallel);

}  // namespace ndpool

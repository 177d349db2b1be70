#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/distributed/slice_vectors.hpp"

// Thinning of a divided graph, as kron/lean/reroute.hpp has it for a whole one.
namespace ndpool {

/// New weights of the own entries, 0 for those that are dropped: edges whose strength w (1/d + 1/d') is below the least one move
/// their weight to paths of two stronger edges, the weakest first, so that the energies of the vectors are kept. An edge without
/// such a path stays, so that components stay connected.
[[nodiscard]] std::vector<double> reroute_weak_edges(const GraphSlice& slice, double least_strength, const SliceVectors& vectors);

/// The same for edges between two nodes of a set (negative numbers), which move to paths through nodes outside of it.
[[nodiscard]] std::vector<double> reroute_within(const GraphSlice& slice, std::span<const std::int8_t> sides,
                                                 const SliceVectors& vectors);

/// The least strength that leaves so many entries per node; 0 if there are not more.
[[nodiscard]] double strength_to_keep(const GraphSlice& slice, double nonzeros_per_node);

}  // namespace ndpool

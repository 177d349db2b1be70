#pragma once

#include <array>
#include <span>
#include <vector>

#include "ndpool/distributed/graph_slice.hpp"

// A few vectors on the nodes of a divided graph, as linalg/laplacian/node_vectors.hpp has them for a whole one. Every function
// brings the values of ghosts that it changed.
namespace ndpool {

using NodeValues = std::array<float, 4>;
using SliceVectors = std::vector<NodeValues>;  ///< one element for each node here

/// Independent uniform values in [-1, 1), by the names of the nodes.
[[nodiscard]] SliceVectors random_vectors(const GraphSlice& slice, std::uint64_t seed);

/// x <- x - 0.7 (x - D^-1 A x), `steps` times; a self-loop is an edge to ground, where every vector is 0.
void smooth(const GraphSlice& slice, SliceVectors& vectors, int steps);

/// Subtracts the mean of each vector and scales it to unit length.
void centre_and_normalise(const GraphSlice& slice, SliceVectors& vectors);

/// The vectors on a finer graph that agree with those of the own coarser nodes at their nodes `kept` (global numbers, all of them
/// own ones) and have nearly the least energy: every other node is set to the weighted mean of its neighbours, `sweeps` times.
[[nodiscard]] SliceVectors extended(const GraphSlice& finer, std::span<const NodeId> kept, std::span<const NodeValues> coarser,
                                    int sweeps);

/// x' L x of each vector, exactly summed.
[[nodiscard]] std::array<double, 4> energies(const GraphSlice& slice, const SliceVectors& vectors);

/// x' L x / x' D x, summed over the vectors.
[[nodiscard]] double roughness(const GraphSlice& slice, const SliceVectors& vectors);

}  // namespace ndpool

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// A few vectors on the nodes of a graph, kept side by side. All functions here give the same bits for every number of threads.
template <std::size_t size>
struct NodeVectors {
    static constexpr std::size_t count = size;
    using Values = std::array<float, count>;

    std::vector<Values> values;  ///< of each node
};

/// Vectors that vary slowly over the edges of a graph. They represent its small eigenvalues where weights are moved
/// from edge to edge: a change that keeps their energies x' L x keeps the small eigenvalues.
using SmoothVectors = NodeVectors<4>;
/// The lowest modes of a graph; their number is that of the eigenvalues that are compared.
using ModeVectors = NodeVectors<10>;

/// Independent uniform values in [-1, 1).
template <typename Vectors>
[[nodiscard]] Vectors random_vectors(NodeId nodes, Seed seed);

/// Replaces every value, `steps` times, by a mean of it and those of its neighbours: x <- x - 0.7 (x - D^-1 A x). Variation
/// over few edges dies out. A self-loop is an edge to ground, where every vector is 0. Nodes that are `fixed` keep their
/// values; an empty list means that none is fixed.
template <typename Vectors>
void smooth(const Graph& graph, Vectors& vectors, int steps, std::span<const std::uint8_t> fixed, const Parallel& parallel);

/// Subtracts the mean of each vector and scales it to unit length.
template <typename Vectors>
void centre_and_normalise(Vectors& vectors, const Parallel& parallel);

/// The vectors on the finer graph that agree with those of the coarser graph at its nodes `kept` and have nearly the least
/// energy: every other node is set to the weighted mean of its neighbours, `sweeps` times.
template <typename Vectors>
[[nodiscard]] Vectors extended(const Graph& finer, std::span<const NodeId> kept, const Vectors& coarser, int sweeps,
                               const Parallel& parallel);

/// The values at some nodes; empty if the vectors are empty.
template <typename Vectors>
[[nodiscard]] Vectors values_at(const Vectors& vectors, std::span<const NodeId> nodes);

/// x' L x of each vector, L the loopy Laplacian.
template <std::size_t count>
[[nodiscard]] std::array<double, count> own_energies(const Graph& graph, const NodeVectors<count>& vectors,
                                                     const Parallel& parallel);

/// x' L x / x' D x, summed over the vectors: near 0 on graphs with slowly varying vectors (meshes, roads), near the
/// spectral gap on graphs without (random graphs, whatever the vectors).
[[nodiscard]] double roughness(const Graph& graph, const SmoothVectors& vectors, const Parallel& parallel);

}  // namespace ndpool

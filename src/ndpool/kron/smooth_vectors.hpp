#pragma once

#include <array>
#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// A few vectors that vary slowly over the edges of a graph. They stand for the small end of its spectrum where
/// weights are moved from edge to edge: what keeps their energies x' L x keeps the small eigenvalues.
struct SmoothVectors {
    static constexpr std::size_t count = 4;
    using Values = std::array<float, count>;

    std::vector<Values> values;  ///< of each node
};

/// Independent uniform values in [-1, 1).
[[nodiscard]] SmoothVectors random_vectors(NodeId nodes, Seed seed);

/// Replaces every value, `steps` times, by a mean of it and those around it: x <- x - 0.7 (x - D^-1 A x). What varies on
/// the scale of few edges dies out. Then each vector is centred and scaled to unit length, because what is left is small.
void smooth(const Graph& graph, SmoothVectors& vectors, int steps, const Parallel& parallel);

/// x' L x / x' D x, summed over the vectors: near 0 where a graph has room for slow variation (meshes, roads), near the
/// spectral gap where it has none (random graphs, whatever the vectors).
[[nodiscard]] double roughness(const Graph& graph, const SmoothVectors& vectors);

/// The values at some nodes; none if there are none.
[[nodiscard]] SmoothVectors values_at(const SmoothVectors& vectors, std::span<const NodeId> nodes);

}  // namespace ndpool

#pragma once

#include <span>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// The paper's spectral distance (Sec. IV-E) of two lists of eigenvalues that belong together: the mean of
/// |changed_k - original_k| / original_k, 0 for empty lists. Throws InvalidInput unless the lists are equally long,
/// finite, and every original eigenvalue is positive.
[[nodiscard]] double spectral_distance(std::span<const double> original, std::span<const double> changed);

/// The spectral distance between the Laplacians of a graph and of its sparsified copy over the `count` smallest non-zero
/// eigenvalues of the original (K of the paper), or over all that both have if there are fewer.
///
/// The paper compares eigenvalues 2 .. K + 1, which means a connected graph. For an original of c components these are the
/// eigenvalues c + 1 .. c + K of both, so that a copy that became disconnected is penalised: it has more zeros there, each at
/// distance 1. Throws like smallest_nonzero_eigenvalues.
///
/// @code
/// const Graph graph = sensor_graph(100, Seed(1)).graph;
/// assert(spectral_distance(graph, graph) == 0);
/// assert(spectral_distance(graph, drop_weak_edges(graph, {.epsilon = 0.7})) > 0);
/// @endcode
[[nodiscard]] double spectral_distance(const Graph& original, const Graph& sparsified, int count = 10);

}  // namespace ndpool

#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// Spectral sparsification by effective resistances (Spielman and Srivastava 2011): `samples` edges are drawn with replacement,
/// each with probability proportional to weight times resistance, and a drawn edge adds its weight over its expected number of
/// draws. The Laplacian is right in expectation, so weights of kept edges grow. `leverage` is weight times resistance of each
/// edge of edges_of(graph).
[[nodiscard]] Graph sample_by_resistance(const Graph& graph, const std::vector<double>& leverage, std::size_t samples, Seed seed);

/// Weight times resistance distance of each edge of edges_of(graph), zero for self-loops; they sum up to nodes - components.
[[nodiscard]] std::vector<double> edge_leverages(const Graph& graph);

}  // namespace ndpool

#pragma once

#include "ndpool/cut/cut.hpp"
#include "ndpool/cut/cut_options.hpp"

namespace ndpool {

/// Splits the nodes into kept and dropped ones so that much of the edge weight lies between them (MAXCUT, Sec. III-A).
///
/// With ComponentPolicy::each, bipartite components are two-coloured exactly, complete ones of equal weights
/// halved, isolated nodes kept; `keep` says which side is kept wherever the sign is free. upper_bound is
/// lambda_max^s / 2 (App. B), with `each` the mean over the components weighted by their edges, which is tighter.
/// sdp, power, tabu and, above 20,000 nodes, automatic compute no eigenvector and no bound: 1.
/// The spectral cut of a graph with an edge between most pairs of nodes does not look at edges whose weight is below 1e-12 / n of
/// the geometric mean of the degrees of their ends.
/// The seconds of a tabu search are divided among the components that need one, in proportion to their nodes.
///
/// @code
/// const Graph graph = sensor_graph(200, Seed(1)).graph;
/// const Cut cut = cut_graph(graph, {.method = CutMethod::spectral}, Seed(1));
/// assert(cut.fraction > 0.5 && cut.fraction <= cut.upper_bound);
/// @endcode
[[nodiscard]] Cut cut_graph(const Graph& graph, const CutOptions& options, Seed seed);

}  // namespace ndpool

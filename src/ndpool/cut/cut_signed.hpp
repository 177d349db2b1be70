#pragma once

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/graph/signed_graph.hpp"

namespace ndpool {

/// Whether a method can cut graphs with negative weights: all but spectral and trevisan.
[[nodiscard]] bool takes_negative_weights(CutMethod method);

/// MAXCUT with weights of either sign: the weight between the sides is to be large. In the result, `fraction` is the cut's
/// weight over the sum of all magnitudes, so it may be negative, and `upper_bound` is that of the positive weights. Components
/// in which all positive weights can be cut and no negative one are cut exactly; the others are searched together. The first
/// node is kept. Throws InvalidInput for a method that takes no negative weights, or if another side is to be kept.
///
/// @code
/// const std::vector<Edge> edges = {{0, 1, 1.0}, {1, 2, -1.0}};
/// const Cut cut = cut_graph(SignedGraph::from_edges(3, edges), {.method = CutMethod::sdp}, Seed(1));
/// assert(cut.weight == 1);  // only the positive edge is cut
/// @endcode
[[nodiscard]] Cut cut_graph(const SignedGraph& graph, const CutOptions& options, Seed seed);

}  // namespace ndpool

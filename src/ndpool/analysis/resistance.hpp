#pragma once

#include <span>
#include <utility>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// The resistance distance of each pair of nodes: the potential that drives a unit current from one to the other when every
/// edge is a conductor of its weight, (e_i - e_j)' L^+ (e_i - e_j). Infinite if no path joins the two, zero from a node to
/// itself.
///
/// A self-loop is a conductor to one common ground, as in the loopy Laplacian Q of the paper's appendix, whose inverse then
/// takes the place of L^+. So Kron reduction keeps the distances with loops as without, and two components that both have a
/// loop are joined through the ground.
///
/// A few sparse solves per pair; accurate to about 1e-10 of each distance. Throws InvalidInput for a node that is not in the
/// graph, TooLarge if a factor does not fit in memory, NumericalFailure if the weights differ too much to be solved.
///
/// @code
/// const std::vector<std::pair<NodeId, NodeId>> ends = {{0, 3}};
/// const double distance = resistance_distances(path_graph(4), ends)[0];
/// assert(std::abs(distance - 3) < 1e-9);  // three unit resistors in a row
/// @endcode
[[nodiscard]] std::vector<double> resistance_distances(const Graph& graph, std::span<const std::pair<NodeId, NodeId>> pairs);

}  // namespace ndpool

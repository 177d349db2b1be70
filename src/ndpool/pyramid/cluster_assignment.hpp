#pragma once

#include <vector>

#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// The cluster of each node of the stored level before (of the base for index 0): the node of pyramid.levels[index] that it is
/// assigned to, so that signals can be pooled by mean, sum or maximum whatever the method. With an assignment matrix it is the
/// node with the largest entry, the lowest id among equal ones. Without one, a kept node is assigned to itself, and clusters
/// grow along the edges of the stored level before: the strongest edge between an assigned node and one that is not is taken
/// next, and the new node joins the cluster of the other. Among equally strong edges the new node with the fewest steps from
/// its kept node comes first, because otherwise one kept node would get all of an unweighted graph; then the lowest id of the
/// new node, then of the assigned one. The value is -1 for nodes that are not connected to a kept node, and for those without
/// an entry in the assignment matrix. Throws InvalidInput if there is no such level.
///
/// @code
/// const Pyramid pyramid = ndp_pyramid(grid_graph(10, 10).graph, {.levels = {1}}, Seed(1));
/// const std::vector<NodeId> clusters = cluster_assignment(pyramid, 0);
/// assert(clusters[pyramid.levels[0].pool[7]] == 7);  // a kept node is in its own cluster
/// @endcode
[[nodiscard]] std::vector<NodeId> cluster_assignment(const Pyramid& pyramid, std::size_t index);

}  // namespace ndpool

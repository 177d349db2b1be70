#pragma once

#include <vector>

#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// Which node of pyramid.levels[index] stands for each node of the stored level before it (of the base for index 0), so that
/// signals can be pooled by mean, sum or maximum whatever the method. With shares it is the node that has the largest share, the
/// lowest id among equal ones. Without, a kept node stands for itself, and the others follow along the edges of the stored
/// level before: always the strongest edge between a node that is placed and one that is not is taken next, and the new node
/// joins the other one's. Among equally strong edges the new node with the fewest steps from its kept node comes first, without
/// which one kept node would take all of an unweighted graph; then the lowest id of the new node, then of the placed one.
/// -1 for nodes that hang together with no kept node, and for those without a share. Throws InvalidInput if there is no such
/// level.
[[nodiscard]] std::vector<NodeId> cluster_assignment(const Pyramid& pyramid, std::size_t index);

}  // namespace ndpool

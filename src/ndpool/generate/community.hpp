#pragma once

#include <optional>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// An option without a value means PyGSP's default, which depends on the number N of nodes.
struct CommunityOptions {
    std::optional<NodeId> communities = {};   ///< round(sqrt(N) / 2)
    std::optional<double> radius = {};        ///< within which points of a community are joined: sqrt(2 sqrt(N)) / 2
    std::optional<double> link_density = {};  ///< links between communities over the pairs that could be linked: 1 / N
};

/// Communities of random sizes, at least a third of their mean each, numbered one after the other. The s points of a community
/// lie in a disc of radius sqrt(s), denser in the middle (distance from it and angle are uniform), and are joined if they are
/// nearer than the radius; random links join points of different communities. The discs lie on a circle and do not touch.
/// Weights 1. May be disconnected. Degrees grow like sqrt(N). Throws InvalidInput for no nodes, more communities than nodes, or
/// a density outside [0, 1].
///
/// @code
/// const PlacedGraph placed = community_graph(300, Seed(1), {.communities = 4, .link_density = 0});
/// assert(placed.positions.size() == 300 && component_count(placed.graph) >= 4);
/// @endcode
[[nodiscard]] PlacedGraph community_graph(NodeId nodes, Seed seed, const CommunityOptions& options = {});

/// The number of communities and the radius that the defaults give.
[[nodiscard]] NodeId default_communities(NodeId nodes);
[[nodiscard]] double default_community_radius(NodeId nodes);

}  // namespace ndpool

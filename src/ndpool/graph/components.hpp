#pragma once

#include <span>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// The connected components, numbered by their smallest node; the nodes of each are in ascending order.
///
/// @code
/// const std::vector<Edge> edges = {{0, 2}, {1, 3}};
/// const Components components = connected_components(Graph::from_edges(4, edges));
/// assert(components.count() == 2 && components.nodes(1)[1] == 3);
/// @endcode
struct Components {
    std::vector<NodeId> label;    ///< component of each node
    std::vector<NodeId> members;  ///< the nodes grouped by component
    std::vector<NodeId> offsets = {0};

    [[nodiscard]] NodeId count() const { return static_cast<NodeId>(offsets.size()) - 1; }
    [[nodiscard]] std::span<const NodeId> nodes(NodeId component) const {
        return {members.data() + offsets[component], members.data() + offsets[component + 1]};
    }
};

[[nodiscard]] Components connected_components(const Graph& graph);
/// connected_components(graph).count()
[[nodiscard]] NodeId component_count(const Graph& graph);

/// Components of the graph induced on the nodes with member[node] true; the others have label -1.
[[nodiscard]] Components connected_components(const Graph& graph, const std::vector<bool>& member);

}  // namespace ndpool

#include "ndpool/graph/two_colouring.hpp"

namespace ndpool {

bool two_colour(const Graph& graph, NodeId start, std::span<signed char> side, std::vector<NodeId>& queue) {
    queue.assign(1, start);
    side[start] = 1;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const NodeId node = queue[head];
        for (const NodeId neighbor : graph.neighbors(node)) {
            if (side[neighbor] == 0) {
                side[neighbor] = static_cast<signed char>(-side[node]);
                queue.push_back(neighbor);
            } else if (side[neighbor] == side[node] && neighbor != node) {
                for (const NodeId seen : queue) {
                    side[seen] = 0;
                }
                return false;
            }
        }
    }
    return true;
}

bool is_bipartite(const Graph& graph) {
    std::vector<NodeId> queue;
    std::vector<signed char> side(static_cast<std::size_t>(graph.node_count()), 0);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (side[node] == 0 && !two_colour(graph, node, side, queue)) {
            return false;
        }
    }
    return true;
}

}  // namespace ndpool

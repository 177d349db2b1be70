#include "ndpool/cut/sign_rounding.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/cut/greedy_cut.hpp"

namespace ndpool {

namespace {

/// Signs of the entries above the threshold, 0 elsewhere; flipped so that the first of them is positive.
Sides informed_signs(std::span<const double> vector, double threshold) {
    Sides sides(vector.size(), 0);
    double first = 0;
    for (std::size_t i = 0; i < vector.size(); ++i) {
        if (std::abs(vector[i]) > threshold) {
            first = first == 0 ? vector[i] : first;
            sides[i] = (vector[i] > 0) == (first > 0) ? Side{1} : Side{-1};
        }
    }
    return sides;
}

void place_outwards(const Graph& graph, Sides& sides) {
    if (std::find(sides.begin(), sides.end(), Side{0}) == sides.end()) {
        return;
    }
    std::vector<NodeId> queue;
    queue.reserve(sides.size());
    std::vector<NodeId> parent(sides.size(), -1);  // of the nodes in the queue; those with information are their own
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (sides[node] != 0) {
            queue.push_back(node);
            parent[node] = node;
        }
    }
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const NodeId node = queue[head];
        if (sides[node] == 0) {
            sides[node] = better_side(graph, node, sides, static_cast<Side>(-sides[parent[node]]));
        }
        if (queue.size() == sides.size()) {
            continue;  // all nodes are in it
        }
        for (const NodeId neighbor : graph.neighbors(node)) {
            if (parent[neighbor] < 0) {
                parent[neighbor] = node;
                queue.push_back(neighbor);
            }
        }
    }
}

}  // namespace

Sides round_signs(const Graph& graph, std::span<const double> vector, double tolerance) {
    double largest = 0;
    for (const double value : vector) {
        largest = std::max(largest, std::abs(value));
    }
    Sides sides = informed_signs(vector, tolerance * largest);
    place_outwards(graph, sides);
    return sides;
}

}  // namespace ndpool

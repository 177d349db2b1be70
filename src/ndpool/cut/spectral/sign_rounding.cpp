#include "ndpool/cut/spectral/sign_rounding.hpp"

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

/// The nodes in the order they are reached, each with the node it was reached from.
struct Way {
    std::vector<NodeId> queue;
    std::vector<NodeId> parent;  ///< of the nodes in the queue, -1 for others; nodes with information are their own parent
};

/// Places the nodes reached along edges of at least this share of the largest weight at the node that they lead from.
void place_along(const Graph& graph, double least_share, Way& way, Sides& sides) {
    for (std::size_t head = 0; head < way.queue.size(); ++head) {
        const NodeId node = way.queue[head];
        if (sides[node] == 0) {
            sides[node] = better_side(graph, node, sides, static_cast<Side>(-sides[way.parent[node]]));
        }
        if (way.queue.size() == sides.size()) {
            continue;  // all nodes are in it
        }
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        const double least = neighbors.empty() ? 0 : least_share * *std::max_element(weights.begin(), weights.end());
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (way.parent[neighbors[k]] < 0 && weights[k] >= least) {
                way.parent[neighbors[k]] = node;
                way.queue.push_back(neighbors[k]);
            }
        }
    }
}

void place_outwards(const Graph& graph, Sides& sides) {
    if (std::find(sides.begin(), sides.end(), Side{0}) == sides.end()) {
        return;
    }
    Way way;
    way.queue.reserve(sides.size());
    way.parent.assign(sides.size(), -1);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (sides[node] != 0) {
            way.queue.push_back(node);
            way.parent[node] = node;
        }
    }
    // Exact reductions join nearly all pairs of nodes, most of them by tiny weights: breadth first over these has no meaning.
    for (const double least_share : {1e-4, 0.0}) {
        if (way.queue.size() < sides.size() || least_share > 0) {
            place_along(graph, least_share, way, sides);
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

#include "ndpool/generate/joining_edges.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "ndpool/generate/point_buckets.hpp"
#include "ndpool/graph/components.hpp"

namespace ndpool {

namespace {

/// A possible edge. Compared as a tuple, so that all components choose the same one among equally short edges.
struct Link {
    double square = std::numeric_limits<double>::infinity();
    NodeId from = -1;
    NodeId to = -1;

    [[nodiscard]] bool operator<(const Link& other) const {
        return std::tie(square, from, to) < std::tie(other.square, other.from, other.to);
    }
};

/// For each label the shortest edge from one of its points to a point of another label.
std::vector<Link> shortest_links(std::span<const Point> points, const PointBuckets& buckets, const std::vector<NodeId>& label,
                                 NodeId labels) {
    std::vector<Link> shortest(static_cast<std::size_t>(labels));
    for (NodeId point = 0; point < static_cast<NodeId>(points.size()); ++point) {
        Link& best = shortest[label[point]];
        const auto consider = [&](NodeId other) {
            if (label[other] != label[point]) {
                best = std::min(
                    best, Link{square_distance(points[point], points[other]), std::min(point, other), std::max(point, other)});
            }
        };
        for (NodeId ring = 0; buckets.visit_ring(points[point], ring, consider) && buckets.square_reach(ring) <= best.square;
             ++ring) {
        }
    }
    return shortest;
}

NodeId root_of(std::vector<NodeId>& parent, NodeId node) {
    while (parent[node] != node) {
        node = parent[node] = parent[parent[node]];
    }
    return node;
}

}  // namespace

std::vector<Edge> joining_edges(std::span<const Point> points, const Graph& graph, const std::function<double(double)>& weight) {
    std::vector<Edge> edges;
    const Components components = connected_components(graph);
    if (components.count() <= 1) {
        return edges;
    }
    std::vector<NodeId> label = components.label;
    const PointBuckets buckets(points, 2);
    std::vector<NodeId> parent(static_cast<std::size_t>(components.count()));
    for (NodeId c = 0; c < components.count(); ++c) {
        parent[c] = c;
    }
    // Boruvka's rounds: each at least halves the number of components.
    while (static_cast<NodeId>(edges.size()) < components.count() - 1) {
        for (const Link& link : shortest_links(points, buckets, label, components.count())) {
            if (link.from < 0) {
                continue;  // a label that has been merged into another
            }
            const NodeId a = root_of(parent, components.label[link.from]);
            const NodeId b = root_of(parent, components.label[link.to]);
            if (a != b) {
                parent[std::max(a, b)] = std::min(a, b);
                edges.push_back({link.from, link.to, weight(link.square)});
            }
        }
        for (std::size_t point = 0; point < label.size(); ++point) {
            label[point] = root_of(parent, components.label[point]);
        }
    }
    return edges;
}

}  // namespace ndpool

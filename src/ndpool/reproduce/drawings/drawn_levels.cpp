#include "ndpool/reproduce/drawings/drawn_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "ndpool/draw/text.hpp"
#include "ndpool/pyramid/cluster_assignment.hpp"

namespace ndpool {

namespace {

/// Adds places for the nodes of a level that joins nodes: the mean of their members', fake ones in a row below all others.
std::vector<NodeId> places_of_clusters(const std::vector<NodeId>& clusters, const std::vector<NodeId>& nodes_before, NodeId count,
                                       double floor, std::vector<Point>& positions) {
    std::vector<Point> sums(static_cast<std::size_t>(count));
    std::vector<double> members(static_cast<std::size_t>(count), 0);
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        const Point& place = positions[static_cast<std::size_t>(nodes_before[i])];
        if (clusters[i] >= 0 && place.y > floor) {  // fake nodes lie on the floor and pull nobody there
            const auto cluster = static_cast<std::size_t>(clusters[i]);
            sums[cluster].x += place.x;
            sums[cluster].y += place.y;
            members[cluster] += 1;
        }
    }
    std::vector<double> left(static_cast<std::size_t>(count), 0);
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        if (clusters[i] >= 0) {
            left[static_cast<std::size_t>(clusters[i])] = positions[static_cast<std::size_t>(nodes_before[i])].x;
        }
    }
    std::vector<NodeId> nodes(static_cast<std::size_t>(count));
    for (std::size_t c = 0; c < nodes.size(); ++c) {
        nodes[c] = static_cast<NodeId>(positions.size());
        const double size = std::max(members[c], 1.0);
        positions.push_back(members[c] > 0 ? Point{sums[c].x / size, sums[c].y / size} : Point{left[c], floor});
    }
    return nodes;
}

/// Places for nodes that were added to the input: one after the other below it.
void place_fake_nodes(NodeId fake, std::vector<Point>& positions, double& floor) {
    double left = 0;
    double right = 1;
    for (const Point& point : positions) {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        floor = std::min(floor, point.y);
    }
    floor -= (right - left) * 0.12;
    for (NodeId i = 0; i < fake; ++i) {
        positions.push_back({left + (right - left) * (i + 0.5) / fake, floor});
    }
}

}  // namespace

DrawnLevel drawn_level(std::string title, const Graph& graph, const std::vector<NodeId>& nodes) {
    DrawnLevel level{std::move(title), {nodes.begin(), nodes.end()}, {}};
    for (const Edge& edge : edges_of(graph)) {
        if (edge.from != edge.to) {
            level.edges.push_back({edge.from, edge.to, static_cast<float>(edge.weight)});
        }
    }
    return level;
}

ReportGraph drawn_pyramid(std::string title, const Pyramid& pyramid, std::vector<Point> positions) {
    ReportGraph drawn{.title = std::move(title), .positions = std::move(positions)};
    double floor = drawn.positions.empty() ? 0 : drawn.positions.front().y;
    place_fake_nodes(pyramid.fake_nodes, drawn.positions, floor);
    std::vector<NodeId> nodes(static_cast<std::size_t>(pyramid.base.node_count()));
    std::iota(nodes.begin(), nodes.end(), 0);
    drawn.levels.push_back(drawn_level(fmt::format("level 0: {}", size_words(pyramid.base)), pyramid.base, nodes));
    for (std::size_t index = 0; index < pyramid.levels.size(); ++index) {
        const Level& level = pyramid.levels[index];
        DrawnLevel& before = drawn.levels.back();
        std::vector<NodeId> next;
        if (level.assignment_matrix) {
            const std::vector<NodeId> clusters = cluster_assignment(pyramid, index);
            before.clusters.assign(clusters.begin(), clusters.end());
            next = places_of_clusters(clusters, nodes, level.graph.node_count(), floor, drawn.positions);
        } else {
            before.kept.assign(nodes.size(), 0);
            for (const NodeId kept : level.pool) {
                before.kept[static_cast<std::size_t>(kept)] = 1;
            }
            next = level.nodes;
        }
        const Graph& graph = level.unsparsified ? *level.unsparsified : level.graph;
        drawn.levels.push_back(drawn_level(fmt::format("level {}: {}", level.number, size_words(graph)), graph, next));
        nodes = std::move(next);
    }
    return drawn;
}

ReportMatrix adjacency_picture(std::string title, const Graph& graph, int most) {
    const int side = std::min(most, static_cast<int>(graph.node_count()));
    ReportMatrix picture{std::move(title), side, side,
                         std::vector<float>(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), 0)};
    const double scale = static_cast<double>(side) / std::max<NodeId>(graph.node_count(), 1);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto row = static_cast<std::size_t>(node * scale);
        for (std::size_t e = 0; e < graph.neighbors(node).size(); ++e) {
            const auto column = static_cast<std::size_t>(graph.neighbors(node)[e] * scale);
            picture.values[row * static_cast<std::size_t>(side) + column] +=
                static_cast<float>(graph.weights(node)[e] * scale * scale);
        }
    }
    return picture;
}

std::string size_words(const Graph& graph) {
    return fmt::format("{}, {}", counted(graph.node_count(), "node"), counted(graph.edge_count(), "edge"));
}

}  // namespace ndpool

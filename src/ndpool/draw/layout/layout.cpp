#include "ndpool/draw/layout/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "ndpool/draw/layout/stress.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"

namespace ndpool {

namespace {

/// A drawn component with its lower left corner in the origin.
struct Block {
    std::vector<NodeId> nodes;
    std::vector<Point> positions;
    double width = 0;
    double height = 0;
};

constexpr double gap = 1.2;  ///< between blocks, in lengths of an edge

NodeId degree_without_loop(const Graph& graph, NodeId node) {
    return static_cast<NodeId>(graph.neighbors(node).size()) - (graph.weight(node, node) > 0 ? 1 : 0);
}

/// Points of a circle about the origin, the first on top.
std::vector<Point> circle(std::size_t count, double radius) {
    std::vector<Point> points(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
        points[i] = {radius * std::sin(angle), radius * std::cos(angle)};
    }
    return points;
}

double radius_for(std::size_t count, double spacing) {
    return spacing / (2 * std::sin(std::numbers::pi / static_cast<double>(count)));
}

/// The nodes of a cycle, in the order of the cycle.
std::vector<NodeId> around(const Graph& ring) {
    std::vector<NodeId> order{0};
    NodeId before = -1;
    while (static_cast<NodeId>(order.size()) < ring.node_count()) {
        const NodeId here = order.back();
        for (const NodeId neighbor : ring.neighbors(here)) {
            if (neighbor != before && neighbor != here) {
                before = here;
                order.push_back(neighbor);
                break;
            }
        }
    }
    return order;
}

/// Positions for rings, complete graphs and stars, which everybody knows how to draw; empty for any other graph.
std::vector<Point> known_shape(const Graph& connected) {
    const NodeId nodes = connected.node_count();
    const auto count = static_cast<std::size_t>(nodes);
    NodeId least = nodes;
    NodeId most = 0;
    NodeId hub = 0;
    NodeId leaves = 0;
    for (NodeId node = 0; node < nodes; ++node) {
        const NodeId degree = degree_without_loop(connected, node);
        hub = degree > most ? node : hub;
        least = std::min(least, degree);
        most = std::max(most, degree);
        leaves += degree == 1 ? 1 : 0;
    }
    if (nodes < 4) {
        return {};
    }
    if (least == nodes - 1) {
        return circle(count, radius_for(count, 0.8));
    }
    if (least == 2 && most == 2) {
        const std::vector<NodeId> order = around(connected);
        const std::vector<Point> points = circle(count, radius_for(count, 1));
        std::vector<Point> positions(count);
        for (std::size_t i = 0; i < count; ++i) {
            positions[order[i]] = points[i];
        }
        return positions;
    }
    if (most == nodes - 1 && leaves == nodes - 1) {
        std::vector<Point> positions = circle(count - 1, std::max(1.0, radius_for(count - 1, 0.5)));
        positions.insert(positions.begin() + hub, Point{});
        return positions;
    }
    return {};
}

struct Box {
    double left = std::numeric_limits<double>::infinity();
    double right = -left;
    double bottom = left;
    double top = -left;

    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return top - bottom; }
};

std::vector<Point> turned_by(const std::vector<Point>& points, int degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    const double cosine = std::cos(angle);
    const double sine = std::sin(angle);
    std::vector<Point> result;
    result.reserve(points.size());
    for (const Point& point : points) {
        result.push_back({cosine * point.x - sine * point.y, sine * point.x + cosine * point.y});
    }
    return result;
}

Box box_around(const std::vector<Point>& points) {
    Box box;
    for (const Point& point : points) {
        box.left = std::min(box.left, point.x);
        box.right = std::max(box.right, point.x);
        box.bottom = std::min(box.bottom, point.y);
        box.top = std::max(box.top, point.y);
    }
    return box;
}

/// Rotated so that the enclosing rectangle is smallest and wider than high: a grid becomes upright, a path horizontal.
std::vector<Point> turned(const std::vector<Point>& points) {
    double smallest = std::numeric_limits<double>::infinity();
    int best = 0;
    for (int degrees = 0; degrees < 90; ++degrees) {
        const Box box = box_around(turned_by(points, degrees));
        // Of two rectangles that differ only by rounding, the first is kept.
        if (box.width() * box.height() < smallest * (1 - 1e-9)) {
            smallest = box.width() * box.height();
            best = box.height() > box.width() ? degrees + 90 : degrees;
        }
    }
    return turned_by(points, best);
}

Block block_of(std::span<const NodeId> nodes, std::vector<Point> positions) {
    const Box box = box_around(positions);
    for (Point& point : positions) {
        point = {point.x - box.left, point.y - box.bottom};
    }
    return {{nodes.begin(), nodes.end()}, std::move(positions), box.width(), box.height()};
}

/// Isolated nodes in rows, as wide as asked.
Block strip_of(const std::vector<NodeId>& isolated, double width) {
    constexpr double spacing = 0.8;
    const auto count = static_cast<double>(isolated.size());
    const double columns = std::max({1.0, std::floor(width / spacing) + 1, std::ceil(1.3 * std::sqrt(count))});
    std::vector<Point> positions;
    positions.reserve(isolated.size());
    for (std::size_t i = 0; i < isolated.size(); ++i) {
        const double row = std::floor(static_cast<double>(i) / columns);
        positions.push_back({spacing * (static_cast<double>(i) - row * columns), -spacing * row});
    }
    return block_of(isolated, std::move(positions));
}

/// Puts blocks into rows from the top down, each row from the left, centred within the height of its row.
double place_in_rows(const std::vector<Block>& blocks, double width, std::vector<Point>& positions) {
    double top = 0;
    for (std::size_t first = 0; first < blocks.size();) {
        std::size_t last = first;
        double used = 0;
        double height = 0;
        while (last < blocks.size() && (last == first || used + blocks[last].width <= width)) {
            used += blocks[last].width + gap;
            height = std::max(height, blocks[last].height);
            ++last;
        }
        double left = (width - (used - gap)) / 2;
        for (; first < last; ++first) {
            const Block& block = blocks[first];
            const double bottom = top - (height + block.height) / 2;
            for (std::size_t i = 0; i < block.nodes.size(); ++i) {
                positions[block.nodes[i]] = {left + block.positions[i].x, bottom + block.positions[i].y};
            }
            left += block.width + gap;
        }
        top -= height + gap;
    }
    return top;
}

}  // namespace

std::vector<Point> graph_layout(const Graph& graph, Seed seed) {
    const Components components = connected_components(graph);
    std::vector<Block> blocks;
    std::vector<NodeId> isolated;
    for (NodeId c = 0; c < components.count(); ++c) {
        const auto nodes = components.nodes(c);
        if (nodes.size() == 1) {
            isolated.push_back(nodes.front());
            continue;
        }
        const Graph component = induced_subgraph(graph, nodes);
        std::vector<Point> positions = known_shape(component);
        if (positions.empty()) {
            positions = turned(stress_layout(component, seed.child("component", static_cast<std::uint64_t>(c))));
        }
        blocks.push_back(block_of(nodes, std::move(positions)));
    }
    std::stable_sort(blocks.begin(), blocks.end(),
                     [](const Block& a, const Block& b) { return a.nodes.size() > b.nodes.size(); });
    double area = 0;
    double width = 0;
    for (const Block& block : blocks) {
        area += (block.width + gap) * (block.height + gap);
        width = std::max(width, block.width);
    }
    width = std::max(width, std::sqrt(1.6 * area));
    if (blocks.size() == 1) {
        width = blocks.front().width;
    }
    std::vector<Point> positions(static_cast<std::size_t>(graph.node_count()));
    const double below = place_in_rows(blocks, width, positions);
    if (!isolated.empty()) {
        const Block strip = strip_of(isolated, width);
        for (std::size_t i = 0; i < strip.nodes.size(); ++i) {
            positions[strip.nodes[i]] = {(width - strip.width) / 2 + strip.positions[i].x,
                                         below - strip.height + strip.positions[i].y};
        }
    }
    return positions;
}

}  // namespace ndpool

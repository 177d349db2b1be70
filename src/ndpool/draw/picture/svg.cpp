#include "ndpool/draw/picture/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

#include "ndpool/base/seed.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

struct Role {
    NodeRole role;
    std::string_view name;
    double size;  ///< radius relative to a kept node
};

// Kept nodes are painted last: they are what the picture is about.
constexpr std::array<Role, 3> roles_in_order{
    {{NodeRole::plain, "plain", 1.0}, {NodeRole::dropped, "dropped", 0.84}, {NodeRole::kept, "kept", 1.0}}};

void check(const Graph& graph, const Panel& panel) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    if (panel.positions.size() != nodes || (!panel.names.empty() && panel.names.size() != nodes) ||
        (!panel.roles.empty() && panel.roles.size() != nodes) || (!panel.groups.empty() && panel.groups.size() != nodes)) {
        throw InvalidInput(
            fmt::format("a drawing of {} nodes has {} positions, {} names, {} roles and {} groups, expected one for each node",
                        nodes, panel.positions.size(), panel.names.size(), panel.roles.size(), panel.groups.size()));
    }
    for (std::size_t node = 0; node < nodes; ++node) {
        if (!std::isfinite(panel.positions[node].x) || !std::isfinite(panel.positions[node].y)) {
            throw InvalidInput(fmt::format("the position of node {} is not finite", node));
        }
    }
}

NodeId name_of(const Panel& panel, NodeId node) {
    return panel.names.empty() ? node : panel.names[node];
}

/// At most `most` nodes, ascending. Which ones depends on their names alone: a node that is drawn in one panel is drawn
/// in every later one.
std::vector<NodeId> drawn_nodes(const Graph& graph, const Panel& panel, std::size_t most) {
    std::vector<NodeId> nodes(static_cast<std::size_t>(graph.node_count()));
    std::iota(nodes.begin(), nodes.end(), 0);
    if (nodes.size() <= most) {
        return nodes;
    }
    std::vector<std::uint64_t> lots(nodes.size());
    for (const NodeId node : nodes) {
        lots[node] = Seed().child("drawn", static_cast<std::uint64_t>(name_of(panel, node))).value();
    }
    std::nth_element(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(most), nodes.end(),
                     [&](NodeId a, NodeId b) { return std::pair(lots[a], a) < std::pair(lots[b], b); });
    nodes.resize(most);
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

void add_circle(std::string& svg, const Graph& graph, const Panel& panel, NodeId node, const Point& place, double radius,
                bool with_hint) {
    fmt::format_to(std::back_inserter(svg), "<circle cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"{:.0f}\"", place.x, place.y, radius);
    if (with_hint) {
        fmt::format_to(std::back_inserter(svg), "><title>node {}, {}</title></circle>", name_of(panel, node),
                       counted(static_cast<std::int64_t>(graph.neighbors(node).size()), "edge"));
    } else {
        svg += "/>";
    }
}

std::string nodes_svg(const Graph& graph, const Panel& panel, std::span<const NodeId> nodes, std::span<const Point> places,
                      double radius, const PanelLimits& limits) {
    const bool as_points = nodes.size() > limits.circles;
    const bool with_hint = nodes.size() <= limits.hints;
    std::string svg;
    for (const auto& [role, name, size] : roles_in_order) {
        std::string marks;
        for (const NodeId node : nodes) {
            if ((panel.roles.empty() ? NodeRole::plain : panel.roles[node]) != role) {
                continue;
            }
            if (as_points) {
                fmt::format_to(std::back_inserter(marks), "M{:.0f} {:.0f}h0", places[node].x, places[node].y);
            } else {
                add_circle(marks, graph, panel, node, places[node], size * radius, with_hint);
            }
        }
        if (marks.empty()) {
            continue;
        }
        if (as_points) {
            fmt::format_to(std::back_inserter(svg), "<path class=\"points {}\" stroke-width=\"{:.0f}\" d=\"{}\"/>", name,
                           2 * radius, marks);
        } else {
            fmt::format_to(std::back_inserter(svg), "<g class=\"nodes {}\" stroke-width=\"{:.0f}\">{}</g>", name,
                           std::max(0.28 * radius, 0.6 * units_per_pixel), marks);
        }
    }
    return svg;
}

std::string note_about(const Graph& graph, const DrawnEdges& edges, std::size_t nodes) {
    std::string note;
    if (static_cast<EntryIndex>(edges.edges.size()) < graph.edge_count()) {
        note = fmt::format("{}{} of {} edges drawn", edges.all_alike ? "" : "strongest ",
                           with_thousands(static_cast<std::int64_t>(edges.edges.size())), with_thousands(graph.edge_count()));
    }
    if (static_cast<NodeId>(nodes) < graph.node_count()) {
        note += fmt::format("{}{} of {} nodes drawn", note.empty() ? "" : ", ", with_thousands(static_cast<std::int64_t>(nodes)),
                            with_thousands(graph.node_count()));
    }
    return note;
}

}  // namespace

PanelDrawing graph_svg(const Graph& graph, const Panel& panel, const Frame& frame, const PanelLimits& limits) {
    check(graph, panel);
    std::vector<Point> places;
    places.reserve(panel.positions.size());
    for (const Point& position : panel.positions) {
        places.push_back(frame.place(position));
    }
    const double width = units_per_pixel * frame.width;
    const double height = units_per_pixel * frame.height;
    const double radius = node_radius(places, frame);
    const DrawnEdges edges = strongest_edges(graph, limits.edges);
    const std::vector<NodeId> nodes = drawn_nodes(graph, panel, limits.nodes);

    PanelDrawing drawing;
    drawing.note = note_about(graph, edges, nodes.size());
    drawing.svg = fmt::format(
        "<svg class=\"panel\" role=\"img\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {:.0f} "
        "{:.0f}\"><title>{}</title><desc>{}</desc>",
        frame.width, frame.height, width, height, escaped(panel.title), escaped(panel.description));
    drawing.svg += edges_svg(edges.edges, places, {panel.roles, panel.groups}, radius, {width / 2, height / 2}, width * height);
    drawing.svg += nodes_svg(graph, panel, nodes, places, radius, limits);
    if (nodes.empty()) {
        drawing.svg += fmt::format(
            "<text class=\"nothing\" x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"140\" text-anchor=\"middle\">no nodes</text>",
            width / 2, height / 2);
    }
    drawing.svg += "</svg>\n";
    return drawing;
}

}  // namespace ndpool

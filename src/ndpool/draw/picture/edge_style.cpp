#include "ndpool/draw/picture/edge_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include "ndpool/draw/plot/frame.hpp"

namespace ndpool {

namespace {

/// The style of edges whose weight is at least this fraction of the largest.
struct Ink {
    double least_share;
    double width;  ///< relative to the strongest
    double opacity;
};

// From the weakest to the strongest, the order in which they are painted.
constexpr std::array<Ink, ink_strengths.size()> inks{
    {{0, 0.40, 0.40}, {0.003, 0.45, 0.45}, {0.02, 0.55, 0.55}, {0.08, 0.70, 0.65}, {0.25, 0.85, 0.78}, {0.6, 1.00, 0.90}}};

/// Edges of one path do not darken where they cross; with several paths, places where edges cross become darker.
constexpr std::size_t paths_per_ink = 20;

template <class T>
using PerInk = std::array<T, inks.size()>;

std::size_t ink_of(double weight, double strongest) {
    std::size_t ink = inks.size() - 1;
    while (weight < inks[ink].least_share * strongest) {
        --ink;
    }
    return ink;
}

/// A pseudorandom number for each edge, so that a sample of equal edges prefers no part of the graph.
std::uint64_t lot(const Edge& edge) {
    std::uint64_t word = (static_cast<std::uint64_t>(edge.from) << 32U) ^ static_cast<std::uint64_t>(edge.to);
    word = (word ^ (word >> 31U)) * 0x9e3779b97f4a7c15ULL;
    word = (word ^ (word >> 29U)) * 0xbf58476d1ce4e5b9ULL;
    return word ^ (word >> 32U);
}

bool stronger(const Edge& a, const Edge& b) {
    if (a.weight != b.weight) {
        return a.weight > b.weight;
    }
    const std::uint64_t lot_a = lot(a);
    const std::uint64_t lot_b = lot(b);
    return lot_a != lot_b ? lot_a < lot_b : std::pair(a.from, a.to) < std::pair(b.from, b.to);
}

void cut_to(std::vector<Edge>& edges, std::size_t most) {
    if (edges.size() > most) {
        std::nth_element(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(most), edges.end(), stronger);
        edges.resize(most);
    }
}

double length_between(const Point& a, const Point& b) {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/// Index into the classes of edges: across the cut or without one, within the kept or a group, within the dropped.
std::size_t side_of(const Edge& edge, const EdgeSides& sides) {
    const auto& [roles, groups] = sides;
    if (!groups.empty()) {
        return groups[edge.from] == groups[edge.to] && groups[edge.from] >= 0 ? 1 : 0;
    }
    if (roles[edge.from] != roles[edge.to] || roles[edge.from] == NodeRole::plain) {
        return 0;
    }
    return roles[edge.from] == NodeRole::kept ? 1 : 2;
}

constexpr std::array<std::string_view, 3> side_names{"edges", "edges kept", "edges dropped"};

void add_line(std::string& path, const Point& from, const Point& to) {
    fmt::format_to(std::back_inserter(path), "M{} {}l{} {}", static_cast<int>(from.x), static_cast<int>(from.y),
                   static_cast<int>(to.x - from.x), static_cast<int>(to.y - from.y));
}

void add_ring(std::string& path, const Point& place, const Point& middle, double radius) {
    const double apart = length_between(place, middle);
    const Point away = apart > 0 ? Point{(place.x - middle.x) / apart, (place.y - middle.y) / apart} : Point{0, -1};
    const double ring = 1.1 * radius;
    const int across_x = static_cast<int>(std::lround(2 * ring * away.x));
    const int across_y = static_cast<int>(std::lround(2 * ring * away.y));
    const int r = static_cast<int>(std::lround(ring));
    fmt::format_to(std::back_inserter(path), "M{} {}a{} {} 0 1 1 {} {}a{} {} 0 1 1 {} {}", static_cast<int>(place.x),
                   static_cast<int>(place.y), r, r, across_x, across_y, r, r, -across_x, -across_y);
}

/// How much fainter each class must be so that the panel does not turn black, given all that is painted over it.
PerInk<double> faintness(std::span<const Edge> edges, std::span<const Point> places, double strongest, double width,
                         double area) {
    PerInk<double> covered{};
    for (const Edge& edge : edges) {
        const std::size_t ink = ink_of(edge.weight, strongest);
        covered[ink] += length_between(places[edge.from], places[edge.to]) * inks[ink].width * width * inks[ink].opacity / area;
    }
    constexpr double bearable = 0.22;
    PerInk<double> faint{};
    double sum = 0;
    for (std::size_t ink = inks.size(); ink-- > 0;) {
        sum += covered[ink];
        const double root = std::sqrt(bearable / std::max(sum, bearable));
        faint[ink] = root * std::sqrt(root);
    }
    return faint;
}

}  // namespace

DrawnEdges strongest_edges(const Graph& graph, std::size_t most) {
    DrawnEdges drawn;
    double least = -1;
    double greatest = -1;
    std::optional<Edge> weakest_left;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (neighbors[k] < node) {
                continue;
            }
            least = least < 0 ? weights[k] : std::min(least, weights[k]);
            greatest = std::max(greatest, weights[k]);
            const Edge edge{node, neighbors[k], weights[k]};
            if (weakest_left && !stronger(edge, *weakest_left)) {
                continue;  // `most` edges are stronger already
            }
            drawn.edges.push_back(edge);
            if (drawn.edges.size() >= 2 * most + 1 && most > 0) {
                cut_to(drawn.edges, most);
                weakest_left = *std::max_element(drawn.edges.begin(), drawn.edges.end(), stronger);
            }
        }
    }
    cut_to(drawn.edges, most);
    drawn.all_alike = least == greatest;
    std::sort(drawn.edges.begin(), drawn.edges.end(),
              [](const Edge& a, const Edge& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
    return drawn;
}

std::string edges_svg(std::span<const Edge> edges, std::span<const Point> places, const EdgeSides& sides, double radius,
                      const Point& middle, double area) {
    double strongest = 0;
    for (const Edge& edge : edges) {
        strongest = std::max(strongest, edge.weight);
    }
    const double width = std::clamp(0.34 * radius, 0.8 * units_per_pixel, 2.2 * units_per_pixel);
    const PerInk<double> faint = faintness(edges, places, strongest, width, area);
    const bool has_sides =
        !sides.groups.empty() || std::find(sides.roles.begin(), sides.roles.end(), NodeRole::dropped) != sides.roles.end();

    PerInk<std::array<std::array<std::string, paths_per_ink>, side_names.size()>> paths;
    PerInk<std::array<std::size_t, side_names.size()>> counts{};
    for (const Edge& edge : edges) {
        const std::size_t side = has_sides ? side_of(edge, sides) : 0;
        // Edges within a group must be visible, however weak they are.
        const bool stands_out = side == 1 && !sides.groups.empty();
        const std::size_t ink = stands_out ? inks.size() - 1 : ink_of(edge.weight, strongest);
        std::string& path = paths[ink][side][counts[ink][side]++ % paths_per_ink];
        if (edge.from == edge.to) {
            add_ring(path, places[edge.from], middle, radius);
        } else {
            add_line(path, places[edge.from], places[edge.to]);
        }
    }
    std::string svg;
    for (std::size_t ink = 0; ink < inks.size(); ++ink) {
        for (std::size_t side = 0; side < side_names.size(); ++side) {
            if (counts[ink][side] == 0) {
                continue;
            }
            // Where many lines cross that each cover less than a tenth of a pixel, 256 shades round to black on a dark
            // background. However many cross, they end at the pale colour of their class.
            const double opacity = std::max(0.5, inks[ink].opacity * faint[ink]);
            const double thickness = std::max(0.3 * units_per_pixel, inks[ink].width * width * std::sqrt(faint[ink]));
            fmt::format_to(std::back_inserter(svg), "<g class=\"{} ink{}\" stroke-width=\"{:.0f}\" stroke-opacity=\"{:.3f}\">",
                           side_names[side], ink, thickness, opacity);
            for (const std::string& path : paths[ink][side]) {
                if (!path.empty()) {
                    fmt::format_to(std::back_inserter(svg), "<path d=\"{}\"/>", path);
                }
            }
            svg += "</g>";
        }
    }
    return svg;
}

}  // namespace ndpool

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// What a node is in a panel.
enum class NodeRole : std::uint8_t {
    plain,    ///< no cut has been made
    kept,     ///< on the side of the cut that is kept
    dropped,  ///< on the other side
};

/// Edges are divided into classes by their weight relative to the strongest, from weak to strong. The colour of a class is this
/// fraction of full ink on paper: however many weak edges cross, they stay a pale background for the strong ones.
inline constexpr std::array<double, 6> ink_strengths{0.14, 0.24, 0.40, 0.60, 0.82, 1.0};

/// The edges that a panel shows.
struct DrawnEdges {
    std::vector<Edge> edges;  ///< sorted by their ends
    bool all_alike = true;    ///< all edges of the graph weigh the same, so that none is stronger than those left out
};

/// At most `most` edges of the graph, the strongest; among equals an even sample. Needs memory for 2 * most edges.
[[nodiscard]] DrawnEdges strongest_edges(const Graph& graph, std::size_t most);

/// What decides the colour of edges, for each node; either may be empty.
struct EdgeSides {
    std::span<const NodeRole> roles;
    std::span<const NodeId> groups = {};  ///< nodes that are joined have the same number, not -1
};

/// The edges as SVG: a few paths for each class of weights (`ink0` and so on), weak ones first, thin and pale. If there are
/// dropped nodes, edges within one side have the class `kept` or `dropped`; if there are groups, edges within a group have the
/// class `kept`. Self-loops are small rings that lean away from `middle`. `places` are those of the nodes and, like `radius`
/// (of a node) and `middle`, in panel units. `area` is that of the panel in square units: the more of it the edges would cover,
/// the fainter all are.
[[nodiscard]] std::string edges_svg(std::span<const Edge> edges, std::span<const Point> places, const EdgeSides& sides,
                                    double radius, const Point& middle, double area);

}  // namespace ndpool

#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "ndpool/draw/picture/edge_style.hpp"
#include "ndpool/draw/plot/frame.hpp"

namespace ndpool {

/// The largest part of a graph that one panel shows; its note says what is left out.
struct PanelLimits {
    std::size_t edges = 20'000;
    std::size_t nodes = 20'000;
    std::size_t circles = 3'000;  ///< with more nodes than this, nodes are points of a few paths
    std::size_t hints = 400;      ///< up to this many nodes show their number to a pointer that rests on them
};

/// One graph in one panel. Spans are views: they must outlive the call only.
struct Panel {
    std::string title;                    ///< for screen readers
    std::string description;              ///< for screen readers
    std::span<const Point> positions;     ///< of each node, in the plane
    std::span<const NodeId> names;        ///< input node of each node; its own number if empty
    std::span<const NodeRole> roles;      ///< of each node; all plain if empty
    std::span<const NodeId> groups = {};  ///< of each node, -1 for none: edges within a group stand out; no groups if empty
};

struct PanelDrawing {
    std::string svg;   ///< one <svg> element of the frame's size; graph_style() gives it its colours
    std::string note;  ///< what is not drawn, empty if all is
};

/// Draws a graph: edges by weight, kept nodes as full discs, dropped ones as rings, self-loops as small rings. Throws
/// InvalidInput unless each node has a finite position, and a name and a role where there are any.
[[nodiscard]] PanelDrawing graph_svg(const Graph& graph, const Panel& panel, const Frame& frame, const PanelLimits& limits = {});

}  // namespace ndpool

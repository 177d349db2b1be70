#pragma once

#include <string>
#include <vector>

#include "ndpool/draw/figure_parts.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// A graph whose node i is at positions[nodes[i]].
[[nodiscard]] DrawnLevel drawn_level(std::string title, const Graph& graph, const std::vector<NodeId>& nodes);

/// The base and all levels of a pyramid with kept nodes, or with clusters if nodes are joined; unsparsified where that is known.
/// A node of a cluster is placed in the middle of the nodes that it joins; fake nodes are in a row below.
[[nodiscard]] ReportGraph drawn_pyramid(std::string title, const Pyramid& pyramid, std::vector<Point> positions);

/// The adjacency matrix as a picture. Above `most` rows it is shrunk: a place is then the mean of a square of entries.
[[nodiscard]] ReportMatrix adjacency_picture(std::string title, const Graph& graph, int most = 128);

/// "64 nodes, 112 edges".
[[nodiscard]] std::string size_words(const Graph& graph);

}  // namespace ndpool

#pragma once

#include <string>

namespace ndpool {

/// CSS rules (plain light colours) of everything that graph_svg, level_chart and legend draw.
[[nodiscard]] std::string graph_style();

/// The same for a dark background; to be put inside a media query, after graph_style().
[[nodiscard]] std::string dark_graph_style();

/// CSS rules of the page around the drawings, with its dark variant.
[[nodiscard]] std::string page_style();

}  // namespace ndpool

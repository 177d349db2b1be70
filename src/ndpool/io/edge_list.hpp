#pragma once

#include <string>
#include <string_view>

#include "ndpool/graph/directed.hpp"

namespace ndpool {

/// One edge a line, `u v` or `u v weight`, ids from 0; blanks, tabs, commas or semicolons between; lines that begin with
/// `#` or `%` are comments; the first line may name the columns. Each edge once or every edge in both directions.
/// There are as many nodes as the largest id asks for, or as a comment `# ndpool nodes=N` above the edges says.
/// Throws InvalidInput "FILE:LINE: ...".
[[nodiscard]] Graph parse_edge_list(std::string_view text, std::string_view file, Symmetrize how = Symmetrize::refuse);

/// Each edge once, smaller id first, under a comment with the number of nodes; weights are left out if all are 1.
[[nodiscard]] std::string edge_list_text(const Graph& graph, char separator = ' ');

}  // namespace ndpool

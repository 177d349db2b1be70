#pragma once

#include <string>
#include <string_view>

#include "ndpool/graph/directed.hpp"
#include "ndpool/io/formats/named_graph.hpp"

namespace ndpool {

/// One edge per line, `u v` or `u v weight`, ids from 0; blanks, tabs, commas or semicolons between; lines that begin with `#`
/// or `%` are comments; the first line may name the columns. Each edge once or every edge in both directions. The number of
/// nodes follows from the largest id, or from a comment `# ndpool nodes=N` above the edges. Instead of a weight there may be
/// the attributes of the edge as NetworkX writes them, `{'weight': 1.5}`, of which all but the weight is skipped.
///
/// If any node is a word instead of a number, bare or in quotes, all nodes are names and are numbered in the order of their
/// first appearance. Fields are then separated by what the first line contains: tabs, commas, semicolons, else blanks. Throws
/// InvalidInput "FILE:LINE: ...".
[[nodiscard]] NamedGraph parse_named_edge_list(std::string_view text, std::string_view file, Symmetrize how = Symmetrize::refuse);
/// The same without the names.
[[nodiscard]] Graph parse_edge_list(std::string_view text, std::string_view file, Symmetrize how = Symmetrize::refuse);

/// Each edge once, smaller id first, under a comment with the number of nodes; weights are left out if all are 1.
[[nodiscard]] std::string edge_list_text(const Graph& graph, char separator = ' ');

}  // namespace ndpool

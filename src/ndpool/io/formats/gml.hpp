#pragma once

#include <string>
#include <string_view>

#include "ndpool/graph/directed.hpp"
#include "ndpool/io/formats/named_graph.hpp"

namespace ndpool {

/// GML as NetworkX, igraph, Gephi and others write it: the nodes (`id`, `label`, `name`) and edges (`source`, `target`, `weight`)
/// of the one `graph [ ... ]`; `directed 1` makes all edges arcs. Other keys and lists are skipped. Names of nodes are their
/// labels, none if the ids are 0 to n - 1 and the labels say no more. Throws InvalidInput "FILE:LINE: ...".
[[nodiscard]] NamedGraph parse_gml(std::string_view text, std::string_view file, Symmetrize how = Symmetrize::refuse);

/// An undirected graph with the ids 0 to n - 1, each edge once; weights are left out if all are 1.
[[nodiscard]] std::string gml_text(const Graph& graph);

}  // namespace ndpool

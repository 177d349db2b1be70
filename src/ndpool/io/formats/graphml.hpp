#pragma once

#include <string>
#include <string_view>

#include "ndpool/graph/directed.hpp"
#include "ndpool/io/formats/named_graph.hpp"

namespace ndpool {

/// GraphML as NetworkX, igraph, Gephi and others write it: the nodes and edges of the one <graph>, with the edges' data whose
/// key has the attr.name `weight`. Names of nodes are the data `label` or `name`, else their ids. There are no names if the ids
/// are 0 to n - 1 (or n0, n1, ... in this order) and there is no such data. Other data is skipped. A graph or edge may be
/// directed. Hyperedges, and graphs in nodes, are refused. Throws InvalidInput "FILE:LINE: ...", TooLarge if the document would
/// not fit in memory.
[[nodiscard]] NamedGraph parse_graphml(std::string_view text, std::string_view file, Symmetrize how = Symmetrize::refuse);

/// An undirected graph with the ids 0 to n - 1, each edge once; weights are left out if all are 1.
[[nodiscard]] std::string graphml_text(const Graph& graph);

}  // namespace ndpool

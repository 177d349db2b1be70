#pragma once

#include "ndpool/graph/dataset.hpp"
#include "ndpool/graph/directed.hpp"
#include "ndpool/io/tu/tu_files.hpp"

namespace ndpool {

/// The text format of the TU collection. `A` (one `row, column` per line, ids from 1 over all graphs, both directions) and
/// `graph_indicator` (the graph of each node, never decreasing) must be there. Also read, if they are there: `graph_labels`,
/// `graph_attributes`, `node_labels`, `node_attributes`, `split` (train, val or test), `edge_labels`, and `edge_attributes`,
/// which are weights if there is one column. Labels and attributes of an edge must be the same in both directions. A graph that
/// has a label but no nodes is a graph without nodes. Throws InvalidInput "FILE:LINE: ...".
///
/// @code
/// const TuFiles files = {{"A", {"A", "1, 2\n2, 1\n"}}, {"graph_indicator", {"graph_indicator", "1\n1\n"}}};
/// assert(parse_tu_dataset("EDGE", files).graphs.front() == path_graph(2));
/// @endcode
[[nodiscard]] Dataset parse_tu_dataset(std::string name, const TuFiles& files, Symmetrize how = Symmetrize::refuse);

}  // namespace ndpool

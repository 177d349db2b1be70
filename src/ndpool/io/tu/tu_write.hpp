#pragma once

#include <map>
#include <string>

#include "ndpool/graph/dataset.hpp"

namespace ndpool {

/// The files of a data set by their whole names, `NAME_A.txt` and so on; edges in both directions, sorted, with their
/// weights in `NAME_edge_attributes.txt`, or their attributes if there are any. Throws InvalidInput if the name cannot be part of
/// a file's name, if graphs without nodes at the end would be lost because nothing is known of any graph, or if edges have
/// attributes beside weights other than 1.
///
/// @code
/// Dataset dataset;
/// dataset.name = "EDGE";
/// dataset.graphs = {path_graph(2)};
/// assert(tu_texts(dataset).at("EDGE_A.txt") == "1, 2\n2, 1\n");
/// @endcode
[[nodiscard]] std::map<std::string, std::string> tu_texts(const Dataset& dataset);

}  // namespace ndpool

#pragma once

#include <string>
#include <string_view>

#include "ndpool/graph/directed.hpp"

namespace ndpool {

/// METIS: `nodes edges [fmt [ncon]]`, then one line per node with its neighbours, numbered from 1, each followed by the edge's
/// weight if fmt says so; a blank line is a node without edges. Sizes and weights of nodes are skipped. A self-loop, which
/// METIS itself does not know, is listed once and counted as one edge. Throws InvalidInput "FILE:LINE: ...".
[[nodiscard]] Graph parse_metis(std::string_view text, std::string_view file, Symmetrize how = Symmetrize::refuse);

/// Weights are left out if all are 1. METIS knows whole numbers only: throws InvalidInput for any other weight.
[[nodiscard]] std::string metis_text(const Graph& graph);

}  // namespace ndpool

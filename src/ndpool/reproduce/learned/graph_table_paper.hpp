#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ndpool/base/mean_std.hpp"
#include "ndpool/cut/kept_side.hpp"

namespace ndpool {

/// A row of the paper's table of graph classification.
struct GraphTableRow {
    std::string title;
    std::string data;                           ///< the name to look for among data sets
    std::string instead;                        ///< a generator to use if it is not found; empty if there is none
    std::vector<std::optional<MeanStd>> paper;  ///< percent, one per column
};

/// A column: a pool, or the Weisfeiler-Lehman kernel.
struct GraphTableColumn {
    std::string title;
    std::string method;  ///< its word: "wl", or one of ndpool train --pool and the side that is kept, if not the first
    KeptSide keep = KeptSide::first;
};

/// The columns of the paper, then further ones.
[[nodiscard]] const std::vector<GraphTableColumn>& graph_table_columns();
[[nodiscard]] const std::vector<GraphTableRow>& graph_table_rows();

}  // namespace ndpool

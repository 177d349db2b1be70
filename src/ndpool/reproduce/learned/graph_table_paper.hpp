#pragma once

#include "ndpool/reproduce/learned/graph_table_layout.hpp"

namespace ndpool {

/// Table I of the paper: its rows and columns, then further ones.
[[nodiscard]] const GraphTableLayout& paper_table();

}  // namespace ndpool

#pragma once

#include "ndpool/reproduce/learned/graph_table_layout.hpp"

namespace ndpool {

/// Graph classification without copies: graphs that are isomorphic to an earlier one are left out of the data, so that no test
/// graph is among the training graphs (Ivanov, Sviridov and Burnaev, 2019). Papers on pooling since about 2023 report on such
/// sets, and their numbers are not comparable with the paper's.
[[nodiscard]] const GraphTableLayout& cleaned_table();

}  // namespace ndpool

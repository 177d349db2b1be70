#pragma once

#include "ndpool/reproduce/learned/graph_table_layout.hpp"

namespace ndpool {

/// What decides the accuracy of NDP: its reduction, its side, its cut, normalisation, readout and what is around the layers, one
/// after the other, on five data sets.
[[nodiscard]] const GraphTableLayout& ablation_table();

}  // namespace ndpool

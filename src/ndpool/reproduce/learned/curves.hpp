#pragma once

#include <filesystem>

#include "ndpool/reproduce/learned/graph_table_layout.hpp"

namespace ndpool {

/// The runs behind the paper's training curves: data sets and pools of Table I, trained to the last epoch.
[[nodiscard]] const GraphTableLayout& curves_table();

/// Writes curve.csv beside every finished run of `folder`/runs that has metrics and no curve yet: the figure reads these, and the
/// metrics, which are a hundred times as large, may be removed then.
void condense_metrics(const std::filesystem::path& folder);

}  // namespace ndpool

#pragma once

#include <span>
#include <string>
#include <vector>

#include "ndpool/pyramid/level_summary.hpp"

// What ndpool coarsen prints of the levels that it made.
namespace ndpool::command {

/// A table with one row per level. Levels of methods without cuts (graclus, nmf) have other columns.
[[nodiscard]] std::string level_table(const std::vector<LevelSummary>& levels);

/// Remarks on what the table does not show clearly: components that vanished, levels that fell apart, lean levels far from the
/// exact ones. `components` is the number of components of the input.
[[nodiscard]] std::vector<std::string> level_remarks(const std::vector<LevelSummary>& levels, std::int64_t components);

/// "0.7431", or "-" where no bound was computed.
[[nodiscard]] std::string bound_text(const LevelSummary& level);

}  // namespace ndpool::command

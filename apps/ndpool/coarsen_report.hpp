#pragma once

#include <span>
#include <string>
#include <vector>

#include "ndpool/pyramid/level_summary.hpp"

// What ndpool coarsen prints of the levels that it made.
namespace ndpool::command {

/// A table with a row for each level; those that no cut made have other columns.
[[nodiscard]] std::string level_table(const std::vector<LevelSummary>& levels);

/// What a reader of the table may miss: components that vanished, levels that fell apart, lean levels far from the exact ones.
/// `components` are those of the input.
[[nodiscard]] std::vector<std::string> level_remarks(const std::vector<LevelSummary>& levels, std::int64_t components);

/// "0.7431", or "-" where no bound was computed.
[[nodiscard]] std::string bound_text(const LevelSummary& level);

}  // namespace ndpool::command

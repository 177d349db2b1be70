#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ndpool {

/// The counts of one level in a chart.
struct LevelCounts {
    int level = 0;
    std::int64_t nodes = 0;
    std::int64_t edges_before = 0;  ///< of the reduced graph; 0 if that is not known
    std::int64_t edges_after = 0;   ///< of the sparsified graph
};

/// A small SVG line chart of nodes and edges by level, the counts on a logarithmic axis; a count of zero has no mark.
/// graph_style() gives it its colours. Width and height in pixels.
[[nodiscard]] std::string level_chart(const std::vector<LevelCounts>& levels, int width, int height);

}  // namespace ndpool

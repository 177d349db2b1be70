#pragma once

#include <cstddef>

#include "ndpool/draw/figure_parts.hpp"
#include "ndpool/draw/picture/picture.hpp"

namespace ndpool {

/// The largest part of a pyramid that a page shows.
struct PageLimits {
    std::size_t nodes = 20'000;  ///< the first level with at most so many nodes is the first one that is drawn
    std::size_t edges = 80'000;  ///< of a level: the strongest are drawn
};

/// Thresholds between which a reader may choose for these levels, ascending, among them 0 and the pyramid's own: 1, 2 and 5 times
/// powers of ten within the range of the weights. Empty if all weights are the same.
[[nodiscard]] std::vector<double> threshold_stops(const PyramidPicture& picture);

/// The levels of a pyramid at one place, from the first that is not too large on; unsparsified where that is known. Levels of
/// joined nodes have no thresholds. Positions that the picture lacks are those of graph_layout for the first level that is drawn.
[[nodiscard]] ReportGraph pyramid_graph(const PyramidPicture& picture, const PageLimits& limits = {});

}  // namespace ndpool

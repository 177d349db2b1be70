#pragma once

#include "ndpool/linalg/laplacian/low_modes.hpp"
#include "ndpool/linalg/laplacian/multigrid.hpp"

// Internal to pyramid/.
namespace ndpool {

/// The 16 lowest modes of the first of these graphs, ten of them to a few tenths of a percent, by multigrid over the others; at
/// least two graphs. For graphs too large for low_modes. The modes of a similar graph are a good `start`, or
/// those of the second graph, which are extended. None if the iteration did not converge.
[[nodiscard]] LowModes multigrid_modes(const NestedGraphs& nested, const LowModes& start, const Parallel& parallel);

}  // namespace ndpool

#pragma once

#include <vector>

#include "ndpool/distributed/level_store.hpp"
#include "ndpool/distributed/slice_input.hpp"

// Internal to distributed/.
namespace ndpool {

/// The factors by which the weights of the large levels are to be multiplied, level 1 first: `modes` are vectors on the last of
/// them (on the first rank), which are extended to the level before it and so on to the input. All factors are 1 without modes.
/// The levels are read from the store one after the other. Collective.
[[nodiscard]] std::vector<double> level_factors(const Ranks& ranks, const SliceInput& input, const LevelStore& store,
                                                const std::vector<NodeValues>& modes);

}  // namespace ndpool

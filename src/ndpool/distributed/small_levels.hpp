#pragma once

#include "ndpool/distributed/distributed_pyramid.hpp"
#include "ndpool/distributed/level_store.hpp"

// Internal to distributed/.
namespace ndpool {

/// The levels that follow on the last one of the store, made by the first rank alone as lean levels of that level, and added to
/// the store. Returns, on the first rank, the lowest modes of that level; nothing if it has none. Collective.
[[nodiscard]] std::vector<NodeValues> add_small_levels(const Ranks& ranks, const DistributedOptions& options, LevelStore& store);

}  // namespace ndpool

#pragma once

#include <functional>

#include "ndpool/distributed/distributed_pyramid.hpp"
#include "ndpool/distributed/level_store.hpp"
#include "ndpool/distributed/slice_input.hpp"

// Internal to distributed/.
namespace ndpool {

/// Makes levels of the input and stores them, until one has at most `gather_below` nodes or no edges are left. Resumes after the
/// levels that the store has. Collective.
void descend(const Ranks& ranks, const SliceInput& input, const DistributedOptions& options, LevelStore& store,
             const DistributedProgress& progress);

}  // namespace ndpool

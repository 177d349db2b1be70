#pragma once

#include "ndpool/distributed/slice_input.hpp"

namespace ndpool {

/// Throws TooLarge on all ranks if one of them would not have enough memory for its slice of the input and the levels made of it:
/// more than `limit` bytes, or if that is 0, more than its share of what its machine has available. The first rank also needs
/// some for a graph of `gather_below` nodes. Nothing is read before that but the places of rows. Collective.
void require_memory(const Ranks& ranks, const SliceInput& input, std::int64_t gather_below, std::uint64_t limit);

}  // namespace ndpool

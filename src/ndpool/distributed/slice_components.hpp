#pragma once

#include <cstdint>
#include <vector>

#include "ndpool/distributed/graph_slice.hpp"

namespace ndpool {

/// The connected components of a graph that is divided among ranks.
struct SliceComponents {
    std::int64_t count = 0;              ///< of the whole graph
    bool bipartite = true;               ///< all components are
    std::vector<std::int8_t> two_sides;  ///< of each node here: 1 or -1 in its component's two-colouring, the component's
                                         ///< smallest node having 1; 0 in components that are not bipartite
};

/// Each rank joins its own nodes; what its edges to other ranks join is found by the first rank, from the pairs of joined sets.
/// Self-loops do not count as odd cycles.
[[nodiscard]] SliceComponents components_of(const GraphSlice& slice);

}  // namespace ndpool

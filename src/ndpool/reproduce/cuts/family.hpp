#pragma once

#include <array>
#include <string>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// A family of graphs of the supplement, in two sizes: the paper gives none.
struct GraphFamily {
    const char* name;
    const char* spec;   ///< to measure on
    const char* small;  ///< to draw
};

/// Grid, ring, SBM, sensor, Erdos-Renyi and community, as in the supplement.
[[nodiscard]] const std::array<GraphFamily, 6>& graph_families();

/// An instance with positions: those of the family, or a layout if it has none.
[[nodiscard]] PlacedGraph placed_instance(const char* spec, Seed seed);

}  // namespace ndpool

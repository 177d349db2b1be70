#pragma once

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// The heavy atoms of cholesterol (27 carbons and an oxygen) and their 31 bonds, all of weight 1: three rings of six, one of
/// five, and a tail. A small graph like those of the molecule data sets.
[[nodiscard]] Graph cholesterol_graph();

}  // namespace ndpool

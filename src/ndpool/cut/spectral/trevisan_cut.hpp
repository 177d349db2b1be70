#pragma once

#include "ndpool/cut/spectral/spectral_cut.hpp"

namespace ndpool {

/// Trevisan's recursive spectral cut (2012; the paper's appendix). While lambda_max^s of what is left is at least
/// 2 (1 - tau), tau = 0.0549, the entries of D^(-1/2) v_max above the best threshold are cut by their signs and
/// removed; the rest is placed greedily, at least half of its weight being cut; parts are joined the better way
/// round. The cut is at least 0.531 times the largest one.
[[nodiscard]] Bipartition trevisan_sides(const Graph& graph, const EigenOptions& eigen, Seed seed);

}  // namespace ndpool

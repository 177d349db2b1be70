#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/kron/exact/split.hpp"

// Internal to kron/: from eliminated components to the reduced graph's matrix.
namespace ndpool {

/// The adjacency matrix of the reduced graph, which has at most `entries` entries. Components without boundary add nothing.
[[nodiscard]] SparseMatrix assembled_rows(const Split& split, const std::vector<InteriorComponent>& pieces, double entries,
                                          const Parallel& parallel);

}  // namespace ndpool

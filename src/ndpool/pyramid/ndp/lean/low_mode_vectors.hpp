#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// Some of the lowest modes of a pyramid's base, roughly: those of its first level of at most 1200 nodes, extended to the base
/// level by level. Empty if there is no such level or it has no modes. All levels on the way must be stored.
[[nodiscard]] SmoothVectors low_mode_vectors(const Pyramid& pyramid, const Parallel& parallel = {});

}  // namespace ndpool

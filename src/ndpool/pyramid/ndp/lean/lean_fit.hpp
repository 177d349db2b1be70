#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/ndp/.
namespace ndpool {

/// Brings the smallest eigenvalues of lean levels to the measured ones: all levels by a common factor, those of at
/// most 4000 nodes, and larger ones that are off by more than 2 %, one by one. Levels that are close already, or whose
/// measurement did not converge, are not changed; no edge is dropped. Writes the new eigenvalues to Level::spectrum.
void fit_measured_levels(Pyramid& pyramid, const Parallel& parallel = {});

}  // namespace ndpool

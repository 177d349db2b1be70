#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/ndp/.
namespace ndpool {

/// Brings the smallest eigenvalues of lean levels to those that were measured: all levels by a common factor, those of at
/// most 4000 nodes one by one. Levels that are close already, or were not measured to the end, stay; so does every edge. Writes
/// what is reached to Level::spectrum.
void fit_measured_levels(Pyramid& pyramid, const Parallel& parallel = {});

}  // namespace ndpool

#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/ndp/.
namespace ndpool {

/// Adds bounds of the exact eigenvalues to Level::spectrum: two further pyramids on the same nodes, one whose weak edges are
/// dropped and one where they are rerouted in full, are below and above the exact reductions. They take more care, and so more
/// time, than the pyramid itself.
void certify_levels(Pyramid& pyramid, int eigenvalues = 10, const Parallel& parallel = {});

}  // namespace ndpool

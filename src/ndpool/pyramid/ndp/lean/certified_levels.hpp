#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/ndp/.
namespace ndpool {

/// Adds bounds of the exact eigenvalues to Level::spectrum: two further pyramids on the same nodes, one whose weak edges are
/// dropped and one where they are rerouted in full, have eigenvalues below and above those of the exact reductions. They keep
/// more edges, and so take more time, than the pyramid itself.
void certify_levels(Pyramid& pyramid, int eigenvalues = 10, const Parallel& parallel = {});

}  // namespace ndpool

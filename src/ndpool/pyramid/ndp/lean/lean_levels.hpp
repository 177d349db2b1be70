#pragma once

#include "ndpool/pyramid/ndp/lean/lean_calibration.hpp"

// Internal to pyramid/: what lean_pyramid returns of its working graphs.
namespace ndpool {

/// Gives the levels of the descent's pyramid their graphs: the working graphs, thinned out where they are richer than asked for,
/// with the lowest modes and their energies kept. The working graphs are used up.
void finish_levels(LeanDescent& at, const Calibration& calibration, Seed seed);

}  // namespace ndpool

#pragma once

#include "ndpool/pyramid/ndp/lean/lean_calibration.hpp"

// Internal to pyramid/: the levels that lean_pyramid returns, made from its working graphs.
namespace ndpool {

/// Gives the levels of the descent's pyramid their graphs: the working graphs, thinned out where they have more edges than
/// asked for, with the lowest modes and their energies kept. The working graphs are moved from.
void finish_levels(LeanDescent& at, const Calibration& calibration, Seed seed);

}  // namespace ndpool

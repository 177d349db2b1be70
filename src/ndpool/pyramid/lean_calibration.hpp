#pragma once

#include <vector>

#include "ndpool/pyramid/lean_descent.hpp"
#include "ndpool/pyramid/mode_energy.hpp"

// Internal to pyramid/: how lean_pyramid finds what its levels are off by.
namespace ndpool {

struct Calibration {
    /// The lowest modes of the last lean level on every lean level, empty on the large ones; none if nothing was calibrated.
    std::vector<ModeVectors> modes;
    /// Resistance that the nodes of the last lean level lack.
    double contact_resistance = 0;
};

/// Gives every lean level of the descent the energies that the lowest modes of the last one have on the level before: large
/// ones by a common factor, the others by fitting their weights. The exact levels follow by repeating their reductions.
/// Nothing happens to a descent that samples, or one that ends before its levels are small.
[[nodiscard]] Calibration calibrate(LeanDescent& at, Seed seed, const Parallel& parallel);

}  // namespace ndpool

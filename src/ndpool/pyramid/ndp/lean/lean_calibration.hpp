#pragma once

#include <vector>

#include "ndpool/pyramid/ndp/lean/lean_descent.hpp"
#include "ndpool/pyramid/ndp/lean/mode_energy.hpp"

// Internal to pyramid/: how lean_pyramid finds what its levels are off by.
namespace ndpool {

struct Calibration {
    /// The lowest modes of the last lean level on every lean level, empty on the large ones; none if nothing was calibrated.
    std::vector<ModeVectors> modes;
    /// Resistance that lies between a node of the last lean level and those around it and is missing there. It adds to the
    /// inverse of every eigenvalue of the levels below; those of that level itself, `mean_eigenvalue` in the mean, are right.
    double contact_resistance = 0;
    double mean_eigenvalue = 0;

    /// An eigenvalue of a level below with the contacts counted.
    [[nodiscard]] double with_contacts(double eigenvalue) const {
        return eigenvalue * (1 + contact_resistance * mean_eigenvalue) / (1 + contact_resistance * eigenvalue);
    }
};

/// Gives every lean level of the descent the energies that the lowest modes of the last one have on the level before: large
/// ones by a common factor, the others by fitting their weights. The exact levels follow by repeating their reductions.
/// Nothing happens to a descent that samples, or one that ends before its levels are small.
[[nodiscard]] Calibration calibrate(LeanDescent& at, Seed seed, const Parallel& parallel);

}  // namespace ndpool

#pragma once

#include <vector>

#include "ndpool/pyramid/ndp/lean/lean_descent.hpp"
#include "ndpool/pyramid/ndp/lean/mode_energy.hpp"

// Internal to pyramid/: how lean_pyramid finds the error factors of its levels.
namespace ndpool {

struct Calibration {
    /// The lowest modes of the last lean level on every lean level, empty on the large ones; none if nothing was calibrated.
    std::vector<ModeVectors> modes;
    /// Resistance between a node of the last lean level and its neighbours that is missing there. It adds to the inverse of
    /// every eigenvalue of the levels below; the eigenvalues of that level itself, whose mean is `mean_eigenvalue`, are right.
    double contact_resistance = 0;
    double mean_eigenvalue = 0;

    /// An eigenvalue of a level below, corrected by the contact resistance.
    [[nodiscard]] double with_contacts(double eigenvalue) const {
        return eigenvalue * (1 + contact_resistance * mean_eigenvalue) / (1 + contact_resistance * eigenvalue);
    }
};

/// Gives every lean level of the descent the energies that the lowest modes of the last one have on the level before: large
/// ones by a common factor, the others by fitting their weights. The exact levels follow by repeating their reductions.
/// A descent that samples, or that ends before its levels are small, is not changed.
[[nodiscard]] Calibration calibrate(LeanDescent& at, Seed seed);

}  // namespace ndpool

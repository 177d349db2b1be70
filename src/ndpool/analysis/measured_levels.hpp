#pragma once

#include "ndpool/analysis/level_error.hpp"
#include "ndpool/kron/lean_reduction.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// Measures the error of every level, as level_errors does, and writes it to Level::spectrum.
void measure_levels(Pyramid& pyramid, const LevelErrorOptions& options = {});

/// Brings the smallest eigenvalues of lean levels to those that were measured: all levels by a common factor, those of at
/// most 4000 nodes one by one. Levels that are close already, or were not measured to the end, stay; so does every edge. Writes
/// what is reached to Level::spectrum.
void fit_measured_levels(Pyramid& pyramid, const Parallel& parallel = {});

/// Adds bounds of the exact eigenvalues to Level::spectrum: two further pyramids on the same nodes, one whose weak edges are
/// dropped and one where they are rerouted in full, are below and above the exact reductions. They take more care, and so more
/// time, than the pyramid itself.
void certify_levels(Pyramid& pyramid, int eigenvalues = 10, const Parallel& parallel = {});

}  // namespace ndpool

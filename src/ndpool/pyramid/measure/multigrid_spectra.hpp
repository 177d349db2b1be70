#pragma once

#include "ndpool/pyramid/measure/level_eigenpairs.hpp"
#include "ndpool/pyramid/measure/level_spectra.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/measure/.
namespace ndpool {

/// The spectra of each level, by multigrid, until the values converge to the relative tolerance.
[[nodiscard]] std::vector<LevelSpectra> spectra_by_multigrid(const Pyramid& pyramid, const MultigridSettings& settings,
                                                             const Parallel& parallel);

}  // namespace ndpool

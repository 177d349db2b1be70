#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/pyramid/measure/level_spectra.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/measure/.
namespace ndpool {

/// Of each level, by a sparse factor of the base, which must have at most `most_entries` or TooLarge is thrown.
[[nodiscard]] std::vector<LevelSpectra> spectra_by_factor(const Pyramid& pyramid, int count, double most_entries,
                                                          const Parallel& parallel);

}  // namespace ndpool

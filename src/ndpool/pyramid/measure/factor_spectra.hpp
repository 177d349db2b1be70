#pragma once

#include "ndpool/base/parallel.hpp"
#include "ndpool/pyramid/measure/level_spectra.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/measure/.
namespace ndpool {

/// The spectra of each level, by a sparse factor of the base. Throws TooLarge if the factor has more than `most_entries`.
[[nodiscard]] std::vector<LevelSpectra> spectra_by_factor(const Pyramid& pyramid, int count, double most_entries,
                                                          const Parallel& parallel);

}  // namespace ndpool

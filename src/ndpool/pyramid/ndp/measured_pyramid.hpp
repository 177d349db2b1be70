#pragma once

#include "ndpool/base/progress.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/ndp/.
namespace ndpool {

/// Measures the levels if the options ask for it, fits lean ones to what was measured, and bounds the exact eigenvalues if they
/// are to be certified. If the levels cannot be measured, the pyramid is returned all the same: `not_measured` says why.
void measure_as_asked(Pyramid& pyramid, const NdpOptions& options, const Progress& progress);

}  // namespace ndpool

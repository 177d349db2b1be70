#pragma once

#include "ndpool/pyramid/measure/level_error.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// Measures the error of every level, as level_errors does, and writes it to Level::spectrum.
void measure_levels(Pyramid& pyramid, const LevelErrorOptions& options = {});

}  // namespace ndpool

#pragma once

#include "ndpool/pyramid/measure/level_error.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// Measures the error of every level, as level_errors does, and writes it to Level::spectrum.
///
/// @code
/// Pyramid pyramid = ndp_pyramid(sensor_graph(200, Seed(1)).graph, {.levels = {1, 2}}, Seed(1));
/// measure_levels(pyramid, {.eigenvalues = 5});
/// assert(pyramid.levels[1].spectrum->exact.size() == 5);
/// @endcode
void measure_levels(Pyramid& pyramid, const LevelErrorOptions& options = {});

}  // namespace ndpool

#include "ndpool/pyramid/measure/measured_levels.hpp"

#include <utility>

namespace ndpool {

void measure_levels(Pyramid& pyramid, const LevelErrorOptions& options) {
    std::vector<LevelError> errors = level_errors(pyramid, options);
    for (std::size_t i = 0; i < errors.size(); ++i) {
        LevelSpectrum spectrum;
        spectrum.distance = errors[i].spectral_distance;
        spectrum.exact = std::move(errors[i].exact);
        spectrum.here = std::move(errors[i].approximate);
        spectrum.converged = errors[i].converged;
        spectrum.method = errors[i].method;
        pyramid.levels[i].spectrum = std::move(spectrum);
    }
}

}  // namespace ndpool

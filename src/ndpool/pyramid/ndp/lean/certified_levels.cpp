#include "ndpool/pyramid/ndp/lean/certified_levels.hpp"

#include "ndpool/pyramid/measure/level_bounds.hpp"
#include "ndpool/pyramid/ndp/lean/lean_pyramid.hpp"

namespace ndpool {

void certify_levels(Pyramid& pyramid, int eigenvalues, const Parallel& parallel) {
    LeanOptions options;
    options.nonzeros_per_node = 32;
    options.least_strength = 1e-3;
    options.parallel = parallel;
    options.thinning = Thinning::lower_bound;
    const Pyramid lower = bounding_pyramid(pyramid, options);
    options.thinning = Thinning::upper_bound;
    const Pyramid upper = bounding_pyramid(pyramid, options);
    const std::vector<LevelBounds> bounds = level_bounds(lower, upper, {.eigenvalues = eigenvalues, .parallel = parallel});
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        std::optional<LevelSpectrum>& spectrum = pyramid.levels[i].spectrum;
        spectrum = spectrum.value_or(LevelSpectrum{});
        spectrum->lower = bounds[i].lower;
        spectrum->upper = bounds[i].upper;
        spectrum->bounds_proved = bounds[i].proved;
    }
}

}  // namespace ndpool

#include "ndpool/pyramid/ndp/lean/lean_fit.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/analysis/spectra.hpp"
#include "ndpool/analysis/spectral_distance.hpp"
#include "ndpool/base/elementary.hpp"
#include "ndpool/pyramid/ndp/lean/eigenvalue_fit.hpp"

namespace ndpool {

namespace {

constexpr double close_enough = 0.004;      // what quick measurements know; other values: results/constants.txt
constexpr NodeId fitted_one_by_one = 4000;  // results/real_graphs.txt has the distances with it

/// The factor that brings the eigenvalues of a graph to the wanted ones in the geometric mean.
double factor_between(std::span<const double> here, std::span<const double> wanted) {
    double logarithms = 0;
    for (std::size_t k = 0; k < here.size(); ++k) {
        logarithms += portable_log(wanted[k] / here[k]);
    }
    return portable_exp(logarithms / static_cast<double>(here.size()));
}

void note(const std::vector<double>& eigenvalues, LevelSpectrum& spectrum) {
    spectrum.fitted = true;
    spectrum.here = eigenvalues;
    spectrum.distance = spectral_distance(spectrum.exact, eigenvalues);
}

void fit_level(Level& level) {
    LevelSpectrum& spectrum = *level.spectrum;
    const auto is_positive = [](double value) { return value > 0; };
    if (!std::all_of(spectrum.here.begin(), spectrum.here.end(), is_positive) ||
        !std::all_of(spectrum.exact.begin(), spectrum.exact.end(), is_positive)) {
        return;
    }
    const auto is_closer = [&](const std::vector<double>& values) {
        return spectral_distance(spectrum.exact, values) < spectrum.distance;
    };
    const double factor = factor_between(spectrum.here, spectrum.exact);
    std::vector<double> values = spectrum.here;
    for (double& value : values) {
        value *= factor;
    }
    if (is_closer(values)) {
        level.graph = std::move(level.graph).scaled_by(factor);
        note(values, spectrum);
    }
    if (level.graph.node_count() > fitted_one_by_one || level.graph.self_loop_count() > 0 || spectrum.distance <= close_enough) {
        return;
    }
    Graph fitted = fitted_to_eigenvalues(level.graph, spectrum.exact);
    values = smallest_nonzero_eigenvalues(fitted, static_cast<int>(spectrum.exact.size()));
    if (is_closer(values)) {
        level.graph = std::move(fitted);
        note(values, spectrum);
    }
}

}  // namespace

void fit_measured_levels(Pyramid& pyramid, const Parallel& parallel) {
    parallel_for(pyramid.levels.size(), parallel, [&](std::size_t i) {
        Level& level = pyramid.levels[i];
        if (level.spectrum && level.spectrum->converged && level.spectrum->distance > close_enough) {
            fit_level(level);
        }
    });
}

}  // namespace ndpool

#include "ndpool/pyramid/ndp/lean/lean_fit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ndpool/analysis/spectral_distance.hpp"
#include "ndpool/base/elementary.hpp"
#include "ndpool/pyramid/ndp/lean/eigenvalue_fit.hpp"
#include "ndpool/pyramid/ndp/lean/multigrid_modes.hpp"

namespace ndpool {

namespace {

constexpr double close_enough = 0.004;       // what quick measurements know; other values: results/constants.txt
constexpr NodeId fitted_one_by_one = 4000;   // results/real_graphs.txt has the distances with it
constexpr double large_close_enough = 0.02;  // levels of meshes are closer already

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

bool all_positive(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

bool is_closer(const LevelSpectrum& spectrum, const std::vector<double>& values) {
    return values.size() == spectrum.exact.size() && spectral_distance(spectrum.exact, values) < spectrum.distance;
}

void fit_level(Level& level) {
    LevelSpectrum& spectrum = *level.spectrum;
    const double factor = factor_between(spectrum.here, spectrum.exact);
    std::vector<double> values = spectrum.here;
    for (double& value : values) {
        value *= factor;
    }
    if (is_closer(spectrum, values)) {
        level.graph = std::move(level.graph).scaled_by(factor);
        note(values, spectrum);
    }
    if (level.graph.node_count() > fitted_one_by_one || level.graph.self_loop_count() > 0 || spectrum.distance <= close_enough) {
        return;
    }
    EigenvalueFit fit = fitted_to_eigenvalues(level.graph, spectrum.exact);
    if (is_closer(spectrum, fit.eigenvalues)) {
        level.graph = std::move(fit.graph);
        note(fit.eigenvalues, spectrum);
    }
}

/// Fits a level that is too large for low_modes and still far off, as those of graphs with hubs are, whose edges are sampled.
/// The modes of the next coarser level, if there are any, are where the iteration starts; returns those of this level.
LowModes fit_large_level(Pyramid& pyramid, std::size_t index, LowModes coarser, const Parallel& parallel) {
    Level& level = pyramid.levels[index];
    NestedGraphs nested;
    nested.graphs.push_back(&level.graph);
    for (std::size_t below = index + 1; below < pyramid.levels.size(); ++below) {
        nested.graphs.push_back(&pyramid.levels[below].graph);
        nested.kept.emplace_back(pyramid.levels[below].pool);
    }
    const auto modes = [&](const Graph& graph, const LowModes& start) {
        nested.graphs.front() = &graph;
        return multigrid_modes(nested, start, parallel);
    };
    LevelSpectrum& spectrum = *level.spectrum;
    EigenvalueFit fit =
        fitted_to_eigenvalues(level.graph, spectrum.exact,
                              {.most_steps = 4, .close_enough = large_close_enough, .modes = modes, .start = std::move(coarser)});
    if (is_closer(spectrum, fit.eigenvalues)) {
        level.graph = std::move(fit.graph);
        note(fit.eigenvalues, spectrum);
    }
    return std::move(fit.last_modes);
}

}  // namespace

void fit_measured_levels(Pyramid& pyramid, const Parallel& parallel) {
    const auto is_fitted = [](const Level& level, double close) {
        return level.spectrum && level.spectrum->converged && level.spectrum->distance > close &&
               all_positive(level.spectrum->here) && all_positive(level.spectrum->exact);
    };
    parallel_for(pyramid.levels.size(), parallel, [&](std::size_t i) {
        if (is_fitted(pyramid.levels[i], close_enough)) {
            fit_level(pyramid.levels[i]);
        }
    });
    LowModes coarser;
    for (std::size_t i = pyramid.levels.size(); i-- > 0;) {
        const Level& level = pyramid.levels[i];
        LowModes start = std::exchange(coarser, {});
        if (level.graph.node_count() > fitted_one_by_one && level.graph.self_loop_count() == 0 && i + 1 < pyramid.levels.size() &&
            is_fitted(level, large_close_enough)) {
            coarser = fit_large_level(pyramid, i, std::move(start), parallel);
        }
    }
}

}  // namespace ndpool

#include "ndpool/pyramid/measure/level_error.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/analysis/spectral_distance.hpp"
#include "ndpool/pyramid/measure/factor_spectra.hpp"
#include "ndpool/pyramid/measure/level_eigenpairs.hpp"
#include "ndpool/pyramid/measure/level_spectra.hpp"
#include "ndpool/pyramid/measure/multigrid_spectra.hpp"

namespace ndpool {

namespace {

constexpr int most_by_multigrid = 12;
constexpr double quick_tolerance = 3e-3;  ///< at 10^6 nodes (sensor, road) distances are within .001 of the precise ones
constexpr double precise_tolerance = 1e-5;

void check_pyramid(const Pyramid& pyramid) {
    NodeId before = pyramid.base.node_count();
    for (const Level& level : pyramid.levels) {
        const auto count = static_cast<std::size_t>(level.graph.node_count());
        const auto inside = [](NodeId limit) { return [limit](NodeId node) { return node >= 0 && node < limit; }; };
        if (level.nodes.size() != count || level.pool.size() != count ||
            !std::all_of(level.nodes.begin(), level.nodes.end(), inside(pyramid.base.node_count())) ||
            !std::all_of(level.pool.begin(), level.pool.end(), inside(before))) {
            throw InvalidInput(fmt::format("level {}: its nodes do not fit its graph and the level before", level.number));
        }
        before = level.graph.node_count();
    }
}

std::vector<LevelSpectra> by_multigrid(const Pyramid& pyramid, const LevelErrorOptions& options) {
    if (options.eigenvalues > most_by_multigrid) {
        throw InvalidInput(
            fmt::format("{} eigenvalues were asked for, multigrid gives at most {}", options.eigenvalues, most_by_multigrid));
    }
    MultigridSettings settings;
    settings.wanted = options.eigenvalues;
    settings.tolerance = options.precise ? precise_tolerance : quick_tolerance;
    return spectra_by_multigrid(pyramid, settings, options.parallel);
}

struct Measured {
    std::vector<LevelSpectra> spectra;
    std::string_view method;
};

Measured measured(const Pyramid& pyramid, const LevelErrorOptions& options) {
    if (options.method == LevelErrorMethod::factor) {
        return {spectra_by_factor(pyramid, options.eigenvalues, std::numeric_limits<double>::infinity(), options.parallel),
                "factor"};
    }
    if (options.method == LevelErrorMethod::automatic && pyramid.base.node_count() <= options.factor_up_to) {
        try {
            return {spectra_by_factor(pyramid, options.eigenvalues, options.most_factor_entries, options.parallel), "factor"};
        } catch (const TooLarge&) {
            // The fill of the factor is known only when it is analysed; multigrid needs no factor.
        }
    }
    return {by_multigrid(pyramid, options), "multigrid"};
}

}  // namespace

std::vector<LevelError> level_errors(const Pyramid& pyramid, const LevelErrorOptions& options) {
    if (options.eigenvalues < 1) {
        throw InvalidInput(fmt::format("{} eigenvalues were asked for, expected at least one", options.eigenvalues));
    }
    check_pyramid(pyramid);
    Measured result = measured(pyramid, options);
    std::vector<LevelError> errors;
    for (std::size_t index = 0; index < pyramid.levels.size(); ++index) {
        LevelSpectra& spectra = result.spectra[index];
        const std::size_t both = std::min(spectra.exact.size(), spectra.approximate.size());
        spectra.exact.resize(both);
        spectra.approximate.resize(both);
        const double distance = spectral_distance(spectra.exact, spectra.approximate);
        errors.push_back({pyramid.levels[index].number, distance, std::move(spectra.exact), std::move(spectra.approximate),
                          spectra.converged, result.method});
    }
    return errors;
}

}  // namespace ndpool

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
/// Factors of larger graphs with more nonzeros per node, as those of graphs with hubs have, fill up: a level of 3214 nodes of
/// soc-Slashdot0902 was fitted in 2.0 s with factors. Levels of meshes have at most 11.8.
constexpr NodeId always_factored = 1000;
constexpr double factored_nonzeros = 13;

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

bool is_closer(const LevelSpectrum& spectrum, const std::vector<double>& values) {
    return values.size() == spectrum.exact.size() && spectral_distance(spectrum.exact, values) < spectrum.distance;
}

bool is_factored(const Graph& graph) {
    return graph.node_count() <= always_factored ||
           (graph.node_count() <= fitted_one_by_one &&
            static_cast<double>(graph.entry_count()) <= factored_nonzeros * graph.node_count());
}

double least_distance(const Graph& graph) {
    return graph.node_count() <= fitted_one_by_one ? close_enough : large_close_enough;
}

bool all_positive(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

bool is_fitted(const Level& level, double least) {
    return level.spectrum && level.spectrum->converged && level.spectrum->distance > least &&
           all_positive(level.spectrum->here) && all_positive(level.spectrum->exact);
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
    if (!is_factored(level.graph) || level.graph.self_loop_count() > 0 || spectrum.distance <= close_enough) {
        return;
    }
    EigenvalueFit fit = fitted_to_eigenvalues(level.graph, spectrum.exact);
    if (is_closer(spectrum, fit.eigenvalues)) {
        level.graph = std::move(fit.graph);
        note(fit.eigenvalues, spectrum);
    }
}

/// The levels that are not factored, from coarse to fine: the modes of each are where the iteration on the next one starts.
class IteratedLevels {
public:
    IteratedLevels(Pyramid& pyramid, const Parallel& parallel) : pyramid_(pyramid), parallel_(parallel) {}

    void fit() {
        const std::size_t finest = finest_fitted();
        for (std::size_t i = pyramid_.levels.size(); i-- > finest;) {
            if (!is_iterated(i)) {
                modes_ = {};
            } else if (is_fitted(pyramid_.levels[i], least_distance(pyramid_.levels[i].graph))) {
                fit_level(i);
            } else {
                modes_ = multigrid_modes(nested_from(i), modes_, parallel_);
            }
        }
    }

private:
    [[nodiscard]] bool is_iterated(std::size_t index) const {
        const Graph& graph = pyramid_.levels[index].graph;
        return !is_factored(graph) && graph.self_loop_count() == 0 && index + 1 < pyramid_.levels.size();
    }

    [[nodiscard]] std::size_t finest_fitted() const {
        std::size_t i = 0;
        while (i < pyramid_.levels.size() &&
               !(is_iterated(i) && is_fitted(pyramid_.levels[i], least_distance(pyramid_.levels[i].graph)))) {
            ++i;
        }
        return i;
    }

    [[nodiscard]] NestedGraphs nested_from(std::size_t index) const {
        NestedGraphs nested;
        nested.graphs.push_back(&pyramid_.levels[index].graph);
        for (std::size_t below = index + 1; below < pyramid_.levels.size(); ++below) {
            nested.graphs.push_back(&pyramid_.levels[below].graph);
            nested.kept.emplace_back(pyramid_.levels[below].pool);
        }
        return nested;
    }

    void fit_level(std::size_t index) {
        constexpr int most_steps = 4;
        constexpr double well_within = 0.5;
        Level& level = pyramid_.levels[index];
        NestedGraphs nested = nested_from(index);
        const auto modes = [&](const Graph& graph, const LowModes& start) {
            nested.graphs.front() = &graph;
            return multigrid_modes(nested, start, parallel_);
        };
        LevelSpectrum& spectrum = *level.spectrum;
        EigenvalueFit fit = fitted_to_eigenvalues(level.graph, spectrum.exact,
                                                  {.most_steps = most_steps,
                                                   .close_enough = well_within * least_distance(level.graph),
                                                   .modes = modes,
                                                   .start = std::move(modes_)});
        if (is_closer(spectrum, fit.eigenvalues)) {
            level.graph = std::move(fit.graph);
            note(fit.eigenvalues, spectrum);
        }
        modes_ = std::move(fit.last_modes);
    }

    Pyramid& pyramid_;
    const Parallel& parallel_;
    LowModes modes_;  ///< of the level before, none if it has none
};

}  // namespace

void fit_measured_levels(Pyramid& pyramid, const Parallel& parallel) {
    parallel_for(pyramid.levels.size(), parallel, [&](std::size_t i) {
        if (is_fitted(pyramid.levels[i], close_enough)) {
            fit_level(pyramid.levels[i]);
        }
    });
    IteratedLevels(pyramid, parallel).fit();
}

}  // namespace ndpool

#include "ndpool/pyramid/ndp/lean/lean_calibration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

namespace {

constexpr int sweeps = 4;  // other values: results/constants.txt
/// Removes the spikes that an extension has at the coarser nodes; other values: results/constants.txt.
constexpr int smoothing = 4;

/// Replaces vectors of level l by vectors on the level before, and returns the factor by which the level is too soft. Vectors
/// that have settled on the level find its soft spots, so their energies ask for too large a factor, and vectors that have
/// settled on the level before for too small a one: the factor is the geometric mean of both. To save memory, no vector is kept
/// longer than it is needed; in the end there are none on the base.
double ascend(const LeanDescent& at, std::size_t l, SmoothVectors& vectors) {
    const Parallel& parallel = at.lean.parallel;
    const Graph& finer = at.graph(l - 1);
    const std::vector<NodeId>& pool = at.pyramid.levels[l - 1].pool;
    auto here = own_energies(at.graph(l), vectors, parallel);
    SmoothVectors on_finer = extended(finer, pool, vectors, sweeps, parallel);
    vectors = {};
    const double settled_here = mean_quotient(own_energies(finer, on_finer, parallel), here);
    smooth(finer, on_finer, smoothing, {}, parallel);
    vectors = values_at(on_finer, pool);
    here = own_energies(at.graph(l), vectors, parallel);
    if (l == 1) {
        on_finer = {};
    }
    const SmoothVectors again = extended(finer, pool, vectors, sweeps, parallel);
    const double settled_before = mean_quotient(own_energies(finer, again, parallel), here);
    vectors = std::move(on_finer);
    return std::sqrt(settled_here * settled_before);
}

struct ExtendedModes {
    std::vector<ModeVectors> vectors;  ///< of every lean level, empty on large ones
    std::vector<double> factor;        ///< by which a large level is too soft
};

/// Empty if the last lean level has no modes, as isolated nodes have none.
ExtendedModes extend_modes(LeanDescent& at) {
    const Parallel& parallel = at.lean.parallel;
    ModeVectors vectors = vectors_of(low_modes(at.graph(at.lean_levels), ModeVectors::count));
    if (vectors.values.empty()) {
        return {};
    }
    ExtendedModes modes{std::vector<ModeVectors>(at.lean_levels), std::vector<double>(at.lean_levels)};
    std::optional<SmoothVectors> some;
    for (std::size_t l = at.lean_levels; l > 0; put_aside(at, l--)) {
        take_up(at, l - 1);
        if (!some && at.graph(l).node_count() > fitted_by_modes) {
            constexpr std::size_t from_lowest_to_highest = (ModeVectors::count - 1) / (SmoothVectors::count - 1);
            some = some_of(vectors, from_lowest_to_highest);
            vectors = {};
        }
        if (some) {
            modes.factor[l - 1] = ascend(at, l, *some);
            continue;
        }
        const Graph& finer = at.graph(l - 1);
        ModeVectors on_finer = extended(finer, at.pyramid.levels[l - 1].pool, vectors, sweeps, parallel);
        smooth(finer, on_finer, smoothing, {}, parallel);
        modes.vectors[l - 1] = std::exchange(vectors, std::move(on_finer));
    }
    put_aside(at, 0);
    return modes;
}

void scale_level(LeanDescent& at, std::size_t level, double factor) {
    if (level < at.aside.size() && at.aside[level].node_count() > 0) {
        at.aside[level].scale_by(factor);
    } else {
        at.graph(level) = std::move(at.graph(level)).scaled_by(factor);
    }
}

void fit_levels(LeanDescent& at, const ExtendedModes& modes) {
    const Parallel& parallel = at.lean.parallel;
    const std::vector<Level>& levels = at.pyramid.levels;
    double scale = 1;
    for (std::size_t l = 0; l < at.lean_levels; ++l) {
        const ModeVectors& vectors = modes.vectors[l];
        if (vectors.values.empty()) {
            scale *= modes.factor[l];
            scale_level(at, l + 1, scale);
            continue;
        }
        take_up(at, l);
        take_up(at, l + 1);
        Graph& graph = at.working[l];
        const Graph& finer = at.graph(l);
        const ModeVectors on_finer = extended(finer, levels[l].pool, vectors, sweeps, parallel);
        const EnergyMatrix wanted = energies(finer, on_finer, parallel);
        const auto wanted_of_each = diagonal(wanted);
        const auto scale_to_wanted = [&] {
            const double factor = mean_quotient(wanted_of_each, own_energies(graph, vectors, parallel));
            graph = std::move(graph).scaled_by(factor);
        };
        scale_to_wanted();
        graph = match_energies(std::move(graph), vectors, wanted, parallel);
        scale_to_wanted();  // no weight was changed by more than a factor of two, so some energy may still be missing
        put_aside(at, l);
    }
    for (std::size_t l = at.lean_levels; l < at.working.size(); ++l) {
        at.working[l] = kron_reduce(at.graph(l), cut_keeping(at.graph(l), levels[l].pool));
    }
}

double sum_of(const std::array<double, SmoothVectors::count>& energies) {
    return std::accumulate(energies.begin(), energies.end(), 0.0);
}

/// Lean levels are too stiff for vectors that vary from node to node: some of the resistance between a node and its neighbours
/// is missing. Random values on the last lean level, extended to the base with the least energy, show how much. It matters on
/// levels so small that even their lowest modes are rough.
double missing_contact_resistance(LeanDescent& at, Seed seed) {
    const Parallel& parallel = at.lean.parallel;
    constexpr int settling = 3;  // other values: results/constants.txt
    // Found on grids, roads and sensor graphs: settling level by level leaves some energy. Other values: results/constants.txt.
    constexpr double not_settled = 1.3;
    const Graph& last = at.graph(at.lean_levels);
    const auto rough = random_vectors<SmoothVectors>(last.node_count(), seed);
    SmoothVectors vectors = rough;
    std::vector<NodeId> fixed_nodes = identity(last.node_count());
    for (std::size_t l = at.lean_levels; l > 0; --l) {
        const std::vector<NodeId>& pool = at.pyramid.levels[l - 1].pool;
        put_aside(at, l);
        take_up(at, l - 1);
        const Graph& finer = at.graph(l - 1);
        vectors = extended(finer, pool, vectors, sweeps, parallel);
        std::vector<std::uint8_t> fixed(static_cast<std::size_t>(finer.node_count()), 0);
        for (NodeId& node : fixed_nodes) {
            node = pool[node];
            fixed[node] = 1;
        }
        smooth(finer, vectors, settling, fixed, parallel);
    }
    const double here = sum_of(own_energies(last, rough, parallel));
    const double on_base = sum_of(own_energies(at.pyramid.base, vectors, parallel));
    return on_base > 0 ? std::max(0.0, not_settled * (here * here / on_base - here) / squared_images(last, rough)) : 0.0;
}

}  // namespace

Calibration calibrate(LeanDescent& at, Seed seed) {
    Calibration calibration;
    if (at.lean.thinning != Thinning::reroute || at.lean_levels == 0 || at.graph(at.lean_levels).node_count() > exact_below) {
        return calibration;
    }
    ExtendedModes modes = extend_modes(at);
    if (modes.vectors.empty()) {
        return calibration;
    }
    fit_levels(at, modes);
    if (at.working.size() > at.lean_levels) {
        calibration.contact_resistance = missing_contact_resistance(at, seed);
        const std::vector<double> low = low_modes(at.graph(at.lean_levels), ModeVectors::count).values;
        calibration.mean_eigenvalue = std::accumulate(low.begin(), low.end(), 0.0) / static_cast<double>(low.size());
    }
    calibration.modes = std::move(modes.vectors);
    return calibration;
}

}  // namespace ndpool

#include "ndpool/pyramid/ndp/lean/lean_levels.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ndpool/base/stopwatch.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/ndp/lean/eigenvalue_fit.hpp"

namespace ndpool {

namespace {

// Other values of both: results/constants.txt.
constexpr NodeId fitted_below = 2500;       ///< levels whose eigenvalues are fitted one by one
constexpr double small_level_share = 1.03;  ///< few nodes need each of their edges; nothing is kept for want of a detour there

/// The ratio of the energies of a graph to those of its sampled version, for the smoothest vectors of the latter. Sampling is
/// right on average, but the lowest modes of the sampled graph are those that lost the most.
double sampling_loss(const Graph& working, const Graph& sampled, Seed seed, const Parallel& parallel) {
    constexpr int repetitions = 8;
    constexpr int steps = 4;
    auto vectors = random_vectors<ModeVectors>(sampled.node_count(), seed);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        smooth(sampled, vectors, steps, {}, parallel);
        centre_and_normalise(vectors, parallel);
    }
    const auto above = own_energies(working, vectors, parallel);
    const auto below = own_energies(sampled, vectors, parallel);
    return mean_quotient(above, below);
}

/// Exact levels have edges between nearly all nodes, most of them tiny. These are dropped unless that disconnects the graph.
Graph without_traces(const Graph& graph) {
    constexpr double trace = 1e-5;  // other values: results/constants.txt
    const std::vector<double> degree = degrees(graph);
    std::vector<Edge> edges = edges_of(graph);
    std::erase_if(edges, [&](const Edge& edge) {
        return edge.from != edge.to && edge.weight < trace * std::min(degree[edge.from], degree[edge.to]);
    });
    Graph screened = Graph::from_edges(graph.node_count(), edges);
    return component_count(screened) == component_count(graph) ? screened : graph;
}

/// Thins out a small graph, restores the energies of its lowest modes, and scales it to these eigenvalues.
Graph thinned_to(const Graph& working, const LowModes& modes, std::span<const double> eigenvalues, const LeanOptions& options,
                 Seed seed) {
    const ModeVectors vectors = vectors_of(modes);
    LeanOptions small = options;
    small.nonzeros_per_node *= small_level_share;
    Graph thinned = thin_out(without_traces(working), some_of(vectors, 1), small, seed);
    if (options.thinning != Thinning::sample) {
        const EnergyMatrix wanted = energies(working, vectors, options.parallel);
        thinned = match_energies(std::move(thinned), vectors, wanted, options.parallel);
    }
    LowModes own = low_modes(thinned, ModeVectors::count, modes);
    thinned = std::move(thinned).scaled_by(mean_quotient(eigenvalues, own.values));
    return options.thinning == Thinning::sample
               ? std::move(thinned)
               : fitted_to_eigenvalues(std::move(thinned), eigenvalues, {.start = std::move(own)}).graph;
}

/// The graph that is returned for level l + 1; nothing if it is the working graph itself.
std::optional<Graph> thinned_level(const LeanDescent& at, std::size_t l, const Calibration& calibration, Seed seed) {
    const Graph& working = at.working[l];
    const double entries = at.samples() ? at.lean.sampled_entries : at.lean.nonzeros_per_node;
    const bool has_modes = l < calibration.modes.size() && !calibration.modes[l].values.empty();
    const bool is_small = working.node_count() <= fitted_below;
    if (static_cast<double>(working.entry_count()) <= entries * working.node_count() ||
        (!at.samples() && !is_small && !has_modes)) {
        return std::nullopt;
    }
    if (is_small) {
        const LowModes lowest = low_modes(working, ModeVectors::count);
        std::vector<double> eigenvalues;
        for (const double value : lowest.values) {
            eigenvalues.push_back(l < at.lean_levels ? value : calibration.with_contacts(value));
        }
        return thinned_to(working, lowest, eigenvalues, at.lean, seed);
    }
    if (at.samples()) {
        Graph sampled = thin_out(working, {}, at.lean, seed);
        const double loss = sampling_loss(working, sampled, seed.child("loss"), at.lean.parallel);
        return std::move(sampled).scaled_by(loss);
    }
    const ModeVectors& vectors = calibration.modes[l];
    const EnergyMatrix wanted = energies(working, vectors, at.lean.parallel);
    Graph thinned = thin_out(working, some_of(vectors, 1), at.lean, seed);
    return match_energies(std::move(thinned), vectors, wanted, at.lean.parallel);
}

}  // namespace

void finish_levels(LeanDescent& at, const Calibration& calibration, Seed seed) {
    at.components.resize(at.working.size(), 0);  // 0: not counted
    const Parallel parallel = std::exchange(at.lean.parallel, {});
    parallel_for(at.working.size(), parallel, [&](std::size_t l) {
        Level& level = at.pyramid.levels[l];
        Stopwatch watch;
        std::optional<Graph> thinned = thinned_level(at, l, calibration, seed.child("thin", l));
        const bool is_counted = !thinned && at.components[l] > 0;
        level.graph = thinned ? std::move(*thinned) : std::move(at.working[l]);
        level.components = is_counted ? at.components[l] : component_count(level.graph);
        level.seconds.sparsify += watch.lap();
    });
}

}  // namespace ndpool

#include "ndpool/pyramid/ndp/lean/lean_descent.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ndpool/base/memory.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

namespace {

constexpr NodeId exact_below_sampled = 3000;
/// Larger graphs are cut without removing nodes of low degree first, which is not parallel: on two threads road:1250000 took
/// 4.9 to 5.2 s with this value and 5.7 s with 2,000,000.
constexpr NodeId reduced_up_to = 300000;
constexpr int first_smoothing = 8;     // other values: results/constants.txt
constexpr int doubtful_smoothing = 7;  ///< additional steps, if vectors are still rough; other values: results/constants.txt
constexpr int further_smoothing = 2;   // other values: results/constants.txt
/// Any value from 0.1 to 0.15 gives the same results in SmoothVectors.AreRoughOnExpandersAndSmoothOnMeshes.
constexpr double expander_roughness = 0.12;
constexpr double hub_spread = 2.5;

/// The options for a graph of this number of nodes. Sampled ones keep more edges where that is cheap, because an error there
/// affects all levels below.
LeanOptions options_for(NodeId nodes, LeanOptions options) {
    constexpr NodeId densely_sampled = 20000;
    options.least_strength_within = 1;
    options.sampled_entries *= nodes <= densely_sampled ? 3 : 1;
    return options;
}

/// Levels of meshes are as good with a quick cut as with a thorough one (results/lean_profile.txt): one rounding of few sweeps
/// in four dimensions, and nodes of low degree are not removed first. Values that the options set are respected. On graphs
/// with hubs a quick cut keeps twice as many nodes (email-Enron, in the same file).
CutOptions quick(CutOptions options) {
    SdpCutOptions& sdp = options.search.sdp;
    sdp.rank = sdp.rank == 0 ? 4 : sdp.rank;
    sdp.sweeps = sdp.sweeps == 0 ? 8 : sdp.sweeps;
    sdp.hyperplanes = sdp.hyperplanes == 0 ? 1 : sdp.hyperplanes;
    options.search.reduce_up_to = 0;
    return options;
}

/// Whether all nodes of a graph are isolated, so that no level below it is smaller.
bool is_at_the_end(const Graph& graph) {
    return graph.entry_count() == graph.self_loop_count();
}

/// Whether a graph is small enough to be reduced exactly.
bool is_small(const LeanDescent& at, const Graph& graph) {
    return graph.node_count() <= (at.samples() ? exact_below_sampled : exact_below);
}

Level level_from(const Cut& cut, const Pyramid& pyramid) {
    Level level;
    level.number = static_cast<int>(pyramid.levels.size()) + 1;
    level.pool = cut.kept;
    level.nodes = pyramid.levels.empty() ? cut.kept : composed(pyramid.levels.back().nodes, cut.kept);
    level.cut = level_cut(cut);
    return level;
}

/// The mean square of the row lengths over the square of their mean is near 1 on meshes, and large where there are hubs.
bool has_hubs(const Graph& graph) {
    double squares = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto length = static_cast<double>(graph.neighbors(node).size());
        squares += length * length;
    }
    const auto entries = static_cast<double>(graph.entry_count());
    return squares * graph.node_count() > hub_spread * entries * entries;
}

/// Whether the level of exactly this number of nodes has not been reached yet.
bool has_more_than(NodeId exactly_nodes, const LeanDescent& at) {
    return exactly_nodes > 0 && (at.working.empty() || at.last().node_count() > exactly_nodes);
}

void add_level(LeanDescent& at, SmoothVectors& vectors, const LeanPyramidOptions& options, Seed seed) {
    const Graph& graph = at.last();
    LevelSeconds seconds;
    Stopwatch watch;
    CutOptions thorough = options.cut;
    thorough.search.reduce_up_to = std::min(thorough.search.reduce_up_to, reduced_up_to);
    Cut cut = cut_graph(graph, has_hubs(graph) ? thorough : quick(options.cut), seed.child("cut"));
    if (options.cut.keep == KeptSide::first) {
        cut = with_cheaper_side(graph, std::move(cut));
    }
    if (has_more_than(options.exactly_nodes, at) && std::ssize(cut.kept) < options.exactly_nodes) {
        cut = with_kept_count(graph, cut, options.exactly_nodes, seed.child("exactly"));
    }
    if (!at.working.empty()) {
        at.components.push_back(cut.component_count);
    }
    seconds.eigen = cut.eigen_seconds;
    seconds.cut = std::max(0.0, watch.lap() - cut.eigen_seconds);
    Level level = level_from(cut, at.pyramid);
    if (is_small(at, graph)) {
        at.working.push_back(kron_reduce(graph, cut, {.memory_limit = 0, .parallel = options.parallel}));
        level.edges_before_sparsify = at.working.back().edge_count();
    } else {
        LeanReduction reduction = lean_reduce(graph, cut, vectors, options_for(graph.node_count(), at.lean), seed.child("lean"));
        at.working.push_back(std::move(reduction.graph));
        level.edges_before_sparsify = reduction.edges_before_thinning;
        ++at.lean_levels;
        if (!vectors.values.empty()) {
            vectors = values_at(vectors, cut.kept);
            smooth(at.working.back(), vectors, further_smoothing, {}, options.parallel);
            centre_and_normalise(vectors, options.parallel);
        }
    }
    seconds.kron = watch.lap();
    level.seconds = seconds;
    at.pyramid.levels.push_back(std::move(level));
}

/// Smooth vectors of the base, which also decide between rerouting and sampling.
SmoothVectors first_vectors(LeanDescent& at, const LeanPyramidOptions& options, Seed seed) {
    const Graph& graph = at.pyramid.base;
    auto vectors = random_vectors<SmoothVectors>(graph.node_count(), seed);
    const auto is_rough_after = [&](int steps) {
        smooth(graph, vectors, steps, {}, options.parallel);
        centre_and_normalise(vectors, options.parallel);
        return roughness(graph, vectors, options.parallel) > expander_roughness;
    };
    const bool is_rough = is_rough_after(first_smoothing) && is_rough_after(doubtful_smoothing);
    if (options.choose_thinning) {
        const bool samples = is_rough || has_hubs(graph);
        at.lean.thinning = samples ? Thinning::sample : Thinning::reroute;
    }
    return at.lean.thinning == Thinning::reroute && !is_small(at, graph) ? std::move(vectors) : SmoothVectors{};
}

}  // namespace

void put_aside(LeanDescent& at, std::size_t level) {
    if (at.graph(level).node_count() > std::max(at.packed_above, exact_below)) {
        at.aside.resize(std::max(at.aside.size(), level + 1));
        at.aside[level] = PackedGraph(std::exchange(at.graph(level), {}));
        return_freed_memory();
    }
}

void take_up(LeanDescent& at, std::size_t level) {
    if (level < at.aside.size() && at.aside[level].node_count() > 0) {
        at.graph(level) = std::exchange(at.aside[level], {}).unpacked();
        return_freed_memory();
    }
}

LeanDescent descend(Graph graph, const LeanPyramidOptions& options, Seed seed, const Progress& progress) {
    LeanDescent at;
    at.pyramid.base = std::move(graph);
    at.lean = options.lean;
    at.packed_above = options.packed_above;
    at.lean.parallel = options.parallel;
    SmoothVectors vectors = first_vectors(at, options, seed.child("vectors"));
    const bool calibrates = at.lean.thinning == Thinning::reroute;
    const auto goes_on = [&] {
        const NodeId nodes = at.last().node_count();
        return static_cast<int>(at.working.size()) < options.deepest_level ||
               (options.until_nodes > 0 && nodes >= options.until_nodes) || has_more_than(options.exactly_nodes, at) ||
               (calibrates && nodes > exact_below);
    };
    const auto all = static_cast<std::size_t>(std::max(1.0, std::log2(std::max<double>(2, at.pyramid.base.node_count()))));
    while (!is_at_the_end(at.last()) && goes_on()) {
        stop_if_requested();
        if (progress) {
            progress("coarsening", std::min(at.working.size(), all - 1), all);
        }
        add_level(at, vectors, options, seed.child("level", at.working.size() + 1));
        put_aside(at, at.working.size() - 1);
    }
    if (progress) {
        progress("coarsening", all, all);
    }
    return at;
}

}  // namespace ndpool

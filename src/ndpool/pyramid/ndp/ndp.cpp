#include "ndpool/pyramid/ndp/ndp.hpp"

#include <algorithm>
#include <utility>

#include "ndpool/base/stopwatch.hpp"
#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/spectral/significant_edges.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/level_graph.hpp"
#include "ndpool/pyramid/each_graph.hpp"
#include "ndpool/pyramid/ndp/lean/lean_pyramid.hpp"
#include "ndpool/pyramid/ndp/measured_pyramid.hpp"
#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

namespace {

/// Runs `work` and adds the seconds it took.
template <typename Work>
auto timed(double& seconds, Work work) {
    Stopwatch watch;
    auto result = work();
    seconds += watch.lap();
    return result;
}

/// The state of the descent: the graph of the last level, exact or thresholded, and the maps to finer levels.
struct Descent {
    const Graph* base;  ///< the graph until there is a level
    LevelGraph reduced;
    std::vector<NodeId> pool;   ///< to the stored level before: the paper's buffer R
    std::vector<NodeId> nodes;  ///< to the base
    EntryIndex edges_before_sparsify = 0;
    LevelCut cut;
    LevelSeconds seconds;

    /// The graph of a level that is not dense.
    [[nodiscard]] const Graph& graph() const { return base != nullptr ? *base : std::get<Graph>(reduced); }
    [[nodiscard]] NodeId nodes_left() const { return base != nullptr ? base->node_count() : node_count(reduced); }
};

/// Whether levels that are formally dense can stay so from one reduction to the next: where no step needs the Graph.
bool keeps_dense_levels(const NdpOptions& options) {
    return options.accuracy == Accuracy::exact && options.sparsify == SparsifyWhen::at_the_end && options.exactly_nodes == 0 &&
           ignores_negligible_edges(options.cut) && options.cut.keep != KeptSide::cheaper;
}

Graph without_weak_edges(const LevelGraph& level, const Threshold& threshold) {
    if (const Graph* graph = std::get_if<Graph>(&level)) {
        return drop_weak_edges(*graph, threshold);
    }
    const DenseGraph& dense = std::get<DenseLevel>(level).graph;
    const double least = threshold.relative ? threshold.epsilon * largest_weight(dense) : threshold.epsilon;
    return drop_weak_edges(edges_above(dense, least), threshold);
}

/// The drop tolerance of faithful levels. Dropped weights must be far below the threshold even where weights are far
/// above 1.
double faithful_drop_tolerance_for(const Graph& graph, const Threshold& threshold) {
    constexpr double far_below = 1e-5;  // sensor:1500 with weights times 1e6 has as many edges as exact
    constexpr double rounding = 1e-15;
    if (threshold.epsilon == 0 || threshold.relative || graph.node_count() == 0) {
        return faithful_drop_tolerance;
    }
    const double mean_degree = 2 * total_weight(graph) / graph.node_count();
    return std::clamp(far_below * threshold.epsilon / mean_degree, rounding, faithful_drop_tolerance);
}

/// One pool() of Alg. 2.
void descend(Descent& at, const NdpOptions& options, Seed seed) {
    double cut_seconds = 0;
    options.kron.progress(options.cut.method == CutMethod::spectral ? "eigenvector" : "cut", 0, 1);
    Cut cut = timed(cut_seconds, [&] {
        return at.base != nullptr ? cut_graph(*at.base, options.cut, seed.child("cut"))
                                  : cut_level(at.reduced, options.cut, seed.child("cut"));
    });
    if (std::ssize(cut.kept) < options.exactly_nodes) {
        cut = with_kept_count(at.graph(), cut, options.exactly_nodes, seed.child("exactly"));
    }
    at.seconds.eigen += cut.eigen_seconds;
    at.seconds.cut += std::max(0.0, cut_seconds - cut.eigen_seconds);
    KronOptions kron = options.kron;
    kron.drop_tolerance =
        options.accuracy == Accuracy::faithful ? faithful_drop_tolerance_for(at.graph(), options.threshold) : kron.drop_tolerance;
    at.reduced = timed(at.seconds.kron, [&] {
        LevelGraph level = at.base != nullptr ? reduce_level(*at.base, cut, kron) : reduce_level(at.reduced, cut, kron);
        return keeps_dense_levels(options) ? std::move(level) : LevelGraph(graph_of(std::move(level)));
    });
    at.base = nullptr;
    at.pool = composed(at.pool, cut.kept);
    at.nodes = composed(at.nodes, cut.kept);
    at.cut = level_cut(cut);
    at.edges_before_sparsify = edge_count(at.reduced);
}

Level stored_level(Descent& at, int number, const NdpOptions& options) {
    Level level;
    level.number = number;
    options.kron.progress("sparsify", 0, 1);
    if (options.sparsify == SparsifyWhen::at_the_end) {
        level.graph = timed(at.seconds.sparsify, [&] { return without_weak_edges(at.reduced, options.threshold); });
        if (options.keep_unsparsified) {
            const DenseLevel* dense = std::get_if<DenseLevel>(&at.reduced);
            level.unsparsified = dense != nullptr ? graph_of(dense->graph) : at.graph();
        }
    } else {
        level.graph = at.graph();
    }
    level.pool = std::exchange(at.pool, identity(at.nodes_left()));
    level.nodes = at.nodes;
    level.edges_before_sparsify = at.edges_before_sparsify;
    level.components = component_count(level.graph);
    level.cut = at.cut;
    level.seconds = std::exchange(at.seconds, {});
    return level;
}

bool goes_by_nodes(const NdpOptions& options) {
    return options.until_nodes > 0 || options.exactly_nodes > 0;
}

/// The number of the last level; larger than any possible level if the descent ends by its number of nodes.
int deepest_level(const NdpOptions& options) {
    constexpr int beyond_all = 64;
    if (goes_by_nodes(options)) {
        return beyond_all;
    }
    return options.levels.empty() ? 0 : options.levels.back();
}

/// The expected number of levels, for progress messages.
std::size_t expected_levels(const NdpOptions& options, NodeId nodes) {
    if (!goes_by_nodes(options)) {
        return static_cast<std::size_t>(deepest_level(options));
    }
    std::size_t levels = 1;
    for (; nodes / 2 >= std::max(options.until_nodes, options.exactly_nodes); nodes /= 2) {
        ++levels;
    }
    return levels;
}

/// Whether the descent ends by its number of nodes and has reached it, or cannot have fewer nodes.
bool has_reached_size(const Descent& at, const NdpOptions& options) {
    if (options.exactly_nodes > 0) {
        return at.base == nullptr && at.nodes_left() <= options.exactly_nodes;
    }
    const auto has_edges = [&] {
        return std::holds_alternative<DenseLevel>(at.reduced) || at.graph().entry_count() > at.graph().self_loop_count();
    };
    return options.until_nodes > 0 && (at.nodes_left() < options.until_nodes || !has_edges());
}

/// Whether a level is to be stored that has this number and as many nodes as the descent now has.
bool is_stored(const Descent& at, int number, const NdpOptions& options) {
    if (options.exactly_nodes > 0) {
        return has_reached_size(at, options);
    }
    return options.until_nodes > 0 || std::binary_search(options.levels.begin(), options.levels.end(), number);
}

/// What lean_pyramid needs for these options.
LeanPyramidOptions lean_options(const NdpOptions& options) {
    LeanPyramidOptions lean;
    lean.cut = options.cut;
    lean.deepest_level = goes_by_nodes(options) || options.levels.empty() ? 0 : options.levels.back();
    lean.until_nodes = options.until_nodes;
    lean.exactly_nodes = options.exactly_nodes;
    lean.memory_limit = options.kron.memory_limit;
    lean.parallel = options.kron.parallel;
    return lean;
}

/// The numbers of the levels to store, given all levels there are.
std::vector<int> levels_to_store(const Pyramid& all, const NdpOptions& options) {
    if (!goes_by_nodes(options)) {
        return options.levels;
    }
    std::vector<int> numbers;
    for (const Level& level : all.levels) {
        if (options.exactly_nodes > 0) {
            if (level.graph.node_count() == options.exactly_nodes) {
                return {level.number};
            }
            continue;
        }
        numbers.push_back(level.number);
        if (level.graph.node_count() < options.until_nodes) {
            break;
        }
    }
    return numbers;
}

/// All levels are measured before those that were asked for are taken.
Pyramid lean_levels(Graph graph, const NdpOptions& options, Seed seed, const Progress& progress) {
    Pyramid all = lean_pyramid(std::move(graph), lean_options(options), seed, progress);
    measure_as_asked(all, options, progress);
    const std::vector<int> numbers = levels_to_store(all, options);
    return with_levels(std::move(all), numbers);
}

/// Alg. 1.
Pyramid descend_through_levels(Graph graph, NdpOptions options, Seed seed, const Progress& progress) {
    Pyramid pyramid{std::move(graph), {}};
    const NodeId nodes = pyramid.base.node_count();
    pyramid.levels.reserve(options.levels.size());
    Descent at{&pyramid.base, {}, identity(nodes), identity(nodes), 0, {}, {}};
    const int deepest = deepest_level(options);
    const std::size_t expected = expected_levels(options, nodes);
    for (int number = 1; number <= deepest && !has_reached_size(at, options); ++number) {
        const std::size_t done = std::min(static_cast<std::size_t>(number), expected) - 1;
        progress("coarsening", done, expected);
        options.kron.progress = progress.within("coarsening", done, expected);
        descend(at, options, seed.child("level", static_cast<std::uint64_t>(number)));
        std::optional<Graph> exact;
        if (options.sparsify == SparsifyWhen::each_level) {
            Graph thresholded = timed(at.seconds.sparsify, [&] { return without_weak_edges(at.reduced, options.threshold); });
            exact = graph_of(std::exchange(at.reduced, std::move(thresholded)));
        }
        if (is_stored(at, number, options)) {
            pyramid.levels.push_back(stored_level(at, number, options));
            if (options.keep_unsparsified && exact) {
                pyramid.levels.back().unsparsified = std::move(exact);
            }
        }
    }
    progress("coarsening", expected, expected);
    return pyramid;
}

}  // namespace

Pyramid ndp_pyramid(Graph graph, const NdpOptions& options, Seed seed, const Progress& progress) {
    check_levels(options.levels);
    check_exactly_nodes(graph, options.exactly_nodes);
    if (options.accuracy == Accuracy::lean) {
        return lean_levels(std::move(graph), options, seed, progress);
    }
    Pyramid pyramid = descend_through_levels(std::move(graph), options, seed, progress);
    measure_as_asked(pyramid, options, progress);
    return pyramid;
}

std::vector<Pyramid> ndp_pyramids(std::span<const Graph> graphs, const NdpOptions& options, Seed seed, const Parallel& parallel,
                                  const Progress& progress, std::size_t first_number) {
    check_levels(options.levels);
    NdpOptions one_thread = options;
    one_thread.kron.parallel = {1};
    one_thread.cut.parallel = {1};
    return pyramid_of_each(graphs, seed, parallel, progress, first_number,
                           [&](const Graph& graph, Seed own) { return ndp_pyramid(graph, one_thread, own); });
}

}  // namespace ndpool

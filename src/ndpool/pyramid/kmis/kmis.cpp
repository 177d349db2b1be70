#include "ndpool/pyramid/kmis/kmis.hpp"

#include <utility>

#include "ndpool/base/enum_words.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/pyramid/assignment_matrix.hpp"
#include "ndpool/pyramid/each_graph.hpp"
#include "ndpool/pyramid/kmis/independent_set.hpp"
#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

namespace {

constexpr std::string_view kmis_origin = "kmis";
constexpr EnumWord<KmisConnect> connect_words[] = {{KmisConnect::clusters, "clusters"}, {KmisConnect::kron, "kron"}};

void check_kmis_options(const KmisOptions& options) {
    check_levels(options.levels);
    if (options.steps < 1) {
        throw InvalidInput(fmt::format("steps: found {}, expected at least 1", options.steps));
    }
}

Level clustered_level(const Graph& graph, const IndependentSet& set) {
    Level level;
    level.graph = joined_graph(graph, set.clusters);
    level.assignment_matrix = membership_matrix(set.clusters);
    level.pool = largest_in_rows(*level.assignment_matrix);
    level.edges_before_sparsify = level.graph.edge_count();
    return level;
}

/// Also replaces the graph by its exact reduction.
Level reduced_level(Graph& graph, const IndependentSet& set, const KmisOptions& options) {
    Level level;
    const Cut cut = cut_keeping(graph, set.centres);
    graph = kron_reduce(graph, cut, {.memory_limit = options.memory_limit, .parallel = options.parallel});
    level.graph = drop_weak_edges(graph, options.threshold);
    level.pool = set.centres;
    level.edges_before_sparsify = graph.edge_count();
    level.cut = level_cut(cut);
    return level;
}

}  // namespace

std::string_view name_of(KmisConnect connect) {
    return word_of(connect_words, connect);
}

KmisConnect kmis_connect_named(std::string_view name) {
    return value_of(connect_words, "connection", name);
}

Pyramid kmis_pyramid(const Graph& graph, const KmisOptions& options, const Progress& progress) {
    check_kmis_options(options);
    const int deepest = options.levels.empty() ? 0 : options.levels.back();
    Pyramid pyramid{graph, {}};
    Graph current = graph;
    for (int number = 1; number <= deepest; ++number) {
        progress("coarsening", static_cast<std::size_t>(number) - 1, static_cast<std::size_t>(deepest));
        Stopwatch watch;
        const IndependentSet set = maximal_independent_set(current, options.steps);
        const double selection = watch.lap();
        Level level = options.connect == KmisConnect::kron ? reduced_level(current, set, options) : clustered_level(current, set);
        if (options.connect == KmisConnect::clusters) {
            current = level.graph;
        }
        level.number = number;
        level.nodes = number == 1 ? level.pool : composed(pyramid.levels.back().nodes, level.pool);
        level.components = component_count(level.graph);
        level.cut.origin = kmis_origin;
        level.seconds.cut = selection;
        level.seconds.kron = watch.lap();
        pyramid.levels.push_back(std::move(level));
    }
    progress("coarsening", static_cast<std::size_t>(deepest), static_cast<std::size_t>(deepest));
    return with_levels(std::move(pyramid), options.levels);
}

std::vector<Pyramid> kmis_pyramids(std::span<const Graph> graphs, const KmisOptions& options, const Parallel& parallel,
                                   const Progress& progress) {
    check_kmis_options(options);
    KmisOptions one_thread = options;
    one_thread.parallel = {1};
    return pyramid_of_each(graphs, Seed(0), parallel, progress, 0,
                           [&](const Graph& graph, Seed) { return kmis_pyramid(graph, one_thread); });
}

}  // namespace ndpool

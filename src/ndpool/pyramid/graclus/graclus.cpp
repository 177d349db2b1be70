#include "ndpool/pyramid/graclus/graclus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ndpool/base/memory.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/each_graph.hpp"
#include "ndpool/pyramid/graclus/matching.hpp"
#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

namespace {

/// A level without fake nodes.
struct Matching {
    Clusters clusters;  ///< of the nodes of the level before
    Graph graph;
    LevelSeconds seconds;
};

std::vector<NodeId> random_order(NodeId count, Seed seed) {
    std::vector<NodeId> order = identity(count);
    Random random(seed);
    shuffle(std::span(order), random);
    return order;
}

std::vector<NodeId> order_by_degree(const Graph& graph) {
    const std::vector<double> degree = degrees(graph);
    std::vector<NodeId> order = identity(graph.node_count());
    std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return degree[a] < degree[b]; });
    return order;
}

Matching matching_of(const Graph& graph, bool is_first, Seed seed) {
    Matching matching;
    Stopwatch watch;
    const std::vector<NodeId> order = is_first ? random_order(graph.node_count(), seed.child("order")) : order_by_degree(graph);
    matching.clusters = matched_pairs(graph, order);
    matching.seconds.cut = watch.lap();
    matching.graph = joined_graph(graph, matching.clusters);
    matching.seconds.kron = watch.lap();
    return matching;
}

/// Throws TooLarge if the levels cannot be filled up from the last one to twice as many nodes on each level before.
void require_room(NodeId last_nodes, std::size_t levels, NodeId real_nodes, const GraclusOptions& options) {
    constexpr double bytes_per_node = 50;  // row offsets, assignment matrices and lists of nodes, over all levels
    constexpr double most = std::numeric_limits<NodeId>::max();
    const double padded = std::ldexp(static_cast<double>(last_nodes), static_cast<int>(levels));
    if (padded > most || !fits_in_memory(padded * bytes_per_node, options.memory_limit)) {
        throw TooLarge(
            fmt::format("{} nodes become {} after {} matchings, and fake nodes would make that {:.4g} nodes and {}, {} are "
                        "available: take fewer levels or no fake nodes",
                        real_nodes, last_nodes, levels, padded, readable_bytes(padded * bytes_per_node),
                        readable_bytes(memory_budget(options.memory_limit))));
    }
}

/// The graph with isolated nodes after its own.
Graph padded(const Graph& graph, NodeId nodes) {
    if (nodes == graph.node_count()) {
        return graph;
    }
    SparseMatrix matrix = graph.adjacency();
    matrix.rows = matrix.columns = nodes;
    matrix.offsets.resize(static_cast<std::size_t>(nodes) + 1, matrix.offsets.back());
    return Graph::from_symmetric(std::move(matrix));
}

/// The assignment matrix, with ones where nodes are joined. Rows and columns beyond the clusters and nodes are fake, and every
/// row gets fake columns, in order, until it has two entries.
SparseMatrix assignment_matrix_of(const Clusters& clusters, NodeId rows, NodeId columns) {
    const auto nodes = static_cast<NodeId>(clusters.of.size());
    SparseMatrix shares{rows, columns, std::vector<EntryIndex>(static_cast<std::size_t>(rows) + 1, 0), {}, {}};
    for (const NodeId cluster : clusters.of) {
        ++shares.offsets[cluster + 1];
    }
    if (columns > nodes || rows > clusters.count) {
        std::fill(shares.offsets.begin() + 1, shares.offsets.end(), 2);
    }
    for (NodeId row = 0; row < rows; ++row) {
        shares.offsets[row + 1] += shares.offsets[row];
    }
    std::vector<EntryIndex> next(shares.offsets.begin(), shares.offsets.end() - 1);
    shares.indices.resize(static_cast<std::size_t>(columns));
    shares.values.assign(static_cast<std::size_t>(columns), 1.0);
    for (NodeId node = 0; node < nodes; ++node) {
        shares.indices[next[clusters.of[node]]++] = node;
    }
    NodeId fake = nodes;
    for (NodeId row = 0; row < rows; ++row) {
        while (next[row] < shares.offsets[row + 1]) {
            shares.indices[next[row]++] = fake++;
        }
    }
    return shares;
}

Level level_of(const Matching& matching, int number, NodeId nodes, NodeId nodes_before, const std::vector<NodeId>& base_nodes) {
    Level level;
    level.number = number;
    level.graph = padded(matching.graph, nodes);
    level.assignment_matrix = assignment_matrix_of(matching.clusters, nodes, nodes_before);
    level.pool.reserve(static_cast<std::size_t>(nodes));
    for (NodeId row = 0; row < nodes; ++row) {
        level.pool.push_back(level.assignment_matrix->indices[level.assignment_matrix->offsets[row]]);
    }
    level.nodes = composed(base_nodes, level.pool);
    level.fake_nodes = nodes - matching.graph.node_count();
    level.edges_before_sparsify = matching.graph.edge_count();
    level.components = component_count(matching.graph);
    level.cut.origin = "graclus";
    level.seconds = matching.seconds;
    return level;
}

std::vector<Matching> matchings_of(const Graph& graph, std::size_t count, Seed seed, const Progress& progress) {
    std::vector<Matching> matchings;
    matchings.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (progress) {
            progress("coarsening", i, count);
        }
        matchings.push_back(matching_of(i == 0 ? graph : matchings[i - 1].graph, i == 0, seed));
    }
    if (progress) {
        progress("coarsening", count, count);
    }
    return matchings;
}

}  // namespace

Pyramid graclus_pyramid(const Graph& graph, const GraclusOptions& options, Seed seed, const Progress& progress) {
    check_levels(options.levels);
    const std::size_t count = options.levels.empty() ? 0 : static_cast<std::size_t>(options.levels.back());
    const std::vector<Matching> matchings = matchings_of(graph, count, seed, progress);
    const NodeId last_nodes = count == 0 ? graph.node_count() : matchings.back().graph.node_count();
    if (options.fake_nodes) {
        require_room(last_nodes, count, graph.node_count(), options);
    }
    const auto nodes_at = [&](std::size_t level) {
        if (options.fake_nodes) {
            return static_cast<NodeId>(std::ldexp(static_cast<double>(last_nodes), static_cast<int>(count - level)));
        }
        return level == 0 ? graph.node_count() : matchings[level - 1].graph.node_count();
    };
    Pyramid pyramid{padded(graph, nodes_at(0)), {}, nodes_at(0) - graph.node_count()};
    std::vector<NodeId> base_nodes = identity(nodes_at(0));
    for (std::size_t i = 0; i < count; ++i) {
        pyramid.levels.push_back(level_of(matchings[i], static_cast<int>(i) + 1, nodes_at(i + 1), nodes_at(i), base_nodes));
        base_nodes = pyramid.levels.back().nodes;
    }
    return with_levels(std::move(pyramid), options.levels);
}

std::vector<Pyramid> graclus_pyramids(std::span<const Graph> graphs, const GraclusOptions& options, Seed seed,
                                      const Parallel& parallel, const Progress& progress, std::size_t first_number) {
    check_levels(options.levels);
    return pyramid_of_each(graphs, seed, parallel, progress, first_number,
                           [&](const Graph& graph, Seed own) { return graclus_pyramid(graph, options, own); });
}

}  // namespace ndpool

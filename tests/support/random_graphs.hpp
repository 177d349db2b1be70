// Random graphs of many kinds for property tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// What a random graph may have. Each kind that is allowed is drawn by a coin, so one seed gives a plain graph and the next
/// one a disconnected graph with loops and weights over several magnitudes.
struct RandomGraphOptions {
    NodeId least_nodes = 1;
    NodeId most_nodes = 200;
    bool weighted = true;
    double weight_magnitudes = 3;  ///< weights from 10^-this to 10^this, evenly in the exponent
    bool disconnected = true;      ///< up to 5 parts without an edge between them, and up to 4 isolated nodes
    bool self_loops = true;
};

/// Edges of one connected part: a random tree, so that it is connected, and further edges by a random density.
inline void add_connected_part(Random& random, const std::vector<NodeId>& nodes, std::vector<Edge>& edges) {
    const std::size_t size = nodes.size();
    std::vector<std::vector<bool>> joined(size, std::vector<bool>(size, false));
    const auto join = [&](std::size_t a, std::size_t b) {
        if (a != b && !joined[a][b]) {
            joined[a][b] = joined[b][a] = true;
            edges.push_back({nodes[a], nodes[b], 1});
        }
    };
    const bool long_tree = random.coin();
    for (std::size_t i = 1; i < size; ++i) {
        join(i, long_tree && i > 3 ? i - 1 - random.below(3) : random.below(i));
    }
    const double all_pairs = 0.5 * static_cast<double>(size) * static_cast<double>(size);
    const double density = random.coin() ? 2 / static_cast<double>(size + 1) : random.uniform() * random.uniform();
    for (double drawn = 0; drawn < density * all_pairs; ++drawn) {
        join(random.below(size), random.below(size));
    }
}

/// The nodes 0 .. count - 1 in random order.
inline std::vector<NodeId> shuffled_nodes(Random& random, NodeId count) {
    std::vector<NodeId> nodes(static_cast<std::size_t>(count));
    std::iota(nodes.begin(), nodes.end(), 0);
    shuffle(std::span(nodes), random);
    return nodes;
}

inline Graph random_graph(Seed seed, const RandomGraphOptions& options = {}) {
    Random random(seed);
    const NodeId count =
        options.least_nodes +
        static_cast<NodeId>(random.below(static_cast<std::uint64_t>(options.most_nodes - options.least_nodes) + 1));
    const std::vector<NodeId> nodes = shuffled_nodes(random, count);
    const bool apart = options.disconnected && random.coin();
    const NodeId isolated = apart ? std::min<NodeId>(count, static_cast<NodeId>(random.below(5))) : 0;
    const auto parts = static_cast<NodeId>(apart ? 1 + random.below(5) : 1);

    std::vector<Edge> edges;
    NodeId begin = isolated;
    for (NodeId part = 0; part < parts; ++part) {
        const NodeId end = part + 1 == parts ? count : begin + (count - begin) / 2;
        add_connected_part(random, {nodes.begin() + begin, nodes.begin() + end}, edges);
        begin = end;
    }
    if (options.self_loops && random.coin()) {
        for (NodeId node = 0; node < count; ++node) {
            if (random.below(4) == 0) {
                edges.push_back({node, node, 1});
            }
        }
    }
    if (options.weighted && random.coin()) {
        for (Edge& edge : edges) {
            edge.weight = std::pow(10.0, random.uniform(-options.weight_magnitudes, options.weight_magnitudes));
        }
    }
    return Graph::from_edges(count, edges);
}

/// At least one node of the graph, ascending, about half of them.
inline std::vector<NodeId> random_kept_nodes(Seed seed, const Graph& graph) {
    Random random(seed);
    std::vector<NodeId> kept;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (random.coin()) {
            kept.push_back(node);
        }
    }
    if (kept.empty() && graph.node_count() > 0) {
        kept.push_back(static_cast<NodeId>(random.below(static_cast<std::uint64_t>(graph.node_count()))));
    }
    return kept;
}

}  // namespace ndpool

#pragma once

// Small graphs and pyramids to draw; slow, obvious and independent of the library's own cut and reduction.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/draw/picture/picture.hpp"

namespace ndpool::samples {

inline Graph path(NodeId nodes) {
    std::vector<Edge> edges;
    for (NodeId i = 1; i < nodes; ++i) {
        edges.push_back({i - 1, i, 1});
    }
    return Graph::from_edges(nodes, edges);
}

inline Graph ring(NodeId nodes) {
    std::vector<Edge> edges;
    for (NodeId i = 0; i < nodes; ++i) {
        edges.push_back({i, (i + 1) % nodes, 1});
    }
    return Graph::from_edges(nodes, edges);
}

inline Graph star(NodeId leaves) {
    std::vector<Edge> edges;
    for (NodeId i = 1; i <= leaves; ++i) {
        edges.push_back({0, i, 1});
    }
    return Graph::from_edges(leaves + 1, edges);
}

inline Graph complete(NodeId nodes) {
    std::vector<Edge> edges;
    for (NodeId i = 0; i < nodes; ++i) {
        for (NodeId j = 0; j < i; ++j) {
            edges.push_back({i, j, 1});
        }
    }
    return Graph::from_edges(nodes, edges);
}

inline Graph grid(NodeId rows, NodeId columns) {
    std::vector<Edge> edges;
    for (NodeId i = 0; i < rows * columns; ++i) {
        if ((i + 1) % columns != 0) {
            edges.push_back({i, i + 1, 1});
        }
        if (i + columns < rows * columns) {
            edges.push_back({i, i + columns, 1});
        }
    }
    return Graph::from_edges(rows * columns, edges);
}

/// Equal blocks; a pair is joined with probability `inside` within a block and `across` between two.
inline Graph blocks(NodeId nodes, NodeId count, double inside, double across, std::uint64_t seed = 1) {
    Random random((Seed(seed)));
    std::vector<Edge> edges;
    for (NodeId i = 0; i < nodes; ++i) {
        for (NodeId j = 0; j < i; ++j) {
            if (random.uniform() < (i * count / nodes == j * count / nodes ? inside : across)) {
                edges.push_back({i, j, 1});
            }
        }
    }
    return Graph::from_edges(nodes, edges);
}

/// Points scattered over the unit square; weights fall with the distance up to `radius`.
inline PlacedGraph geometric(NodeId nodes, double radius, std::uint64_t seed = 1) {
    Random random((Seed(seed)));
    std::vector<Point> points(static_cast<std::size_t>(nodes));
    for (Point& point : points) {
        point.x = random.uniform();
        point.y = random.uniform();
    }
    std::vector<Edge> edges;
    for (NodeId i = 0; i < nodes; ++i) {
        for (NodeId j = 0; j < i; ++j) {
            const double apart = std::hypot(points[i].x - points[j].x, points[i].y - points[j].y);
            if (apart < radius) {
                edges.push_back({i, j, std::exp(-2 * apart * apart / (radius * radius))});
            }
        }
    }
    return {Graph::from_edges(nodes, edges), points};
}

/// Fused and single rings of six with side chains, as a compound of carbon looks.
inline Graph molecule() {
    std::vector<Edge> edges;
    const auto chain = [&](std::vector<NodeId> nodes) {
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            edges.push_back({nodes[i - 1], nodes[i], 1});
        }
    };
    chain({0, 1, 2, 3, 4, 5, 0});
    chain({4, 6, 7, 8, 9, 5});
    chain({7, 10, 11, 12, 13, 8});
    chain({2, 14, 15, 16, 17, 18, 19, 20, 15});
    chain({18, 21, 22});
    chain({21, 23});
    chain({12, 24, 25, 26, 27, 28, 29, 24});
    chain({27, 30, 31, 32});
    chain({30, 33});
    chain({0, 34, 35});
    chain({34, 36});
    return Graph::from_edges(37, edges);
}

/// Signs by flipping single nodes as long as the cut grows, from the colouring of a greedy sweep; nodes without edges stay.
inline std::vector<NodeId> grown_cut(const Graph& graph) {
    std::vector<int> side(static_cast<std::size_t>(graph.node_count()), 0);
    const auto gain = [&](NodeId node) {
        double pull = 0;
        for (std::size_t k = 0; k < graph.neighbors(node).size(); ++k) {
            const NodeId other = graph.neighbors(node)[k];
            pull += other == node ? 0 : graph.weights(node)[k] * side[other];
        }
        return pull;
    };
    for (int sweep = 0; sweep < 30; ++sweep) {
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            const double pull = gain(node);
            side[node] = pull != 0 ? (pull > 0 ? -1 : 1) : (side[node] != 0 ? side[node] : 1);
        }
    }
    std::vector<NodeId> kept;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (side[node] > 0) {
            kept.push_back(node);
        }
    }
    return kept;
}

/// Schur complement of the loopy Laplacian by eliminating one node after the other.
inline Graph dense_reduction(const Graph& graph, const std::vector<NodeId>& kept) {
    const auto n = static_cast<std::size_t>(graph.node_count());
    std::vector<std::vector<double>> q(n, std::vector<double>(n, 0));
    for (const Edge& edge : edges_of(graph)) {
        q[edge.from][edge.from] += edge.weight;
        if (edge.from != edge.to) {
            q[edge.to][edge.to] += edge.weight;
            q[edge.from][edge.to] = q[edge.to][edge.from] = -edge.weight;
        }
    }
    std::vector<bool> stays(n, false);
    for (const NodeId node : kept) {
        stays[node] = true;
    }
    std::vector<bool> gone(n, false);
    for (std::size_t k = 0; k < n; ++k) {
        if (stays[k]) {
            continue;
        }
        gone[k] = true;
        std::vector<std::size_t> others;
        for (std::size_t i = 0; i < n; ++i) {
            if (!gone[i] && q[i][k] != 0) {
                others.push_back(i);
            }
        }
        for (const std::size_t i : others) {
            for (const std::size_t j : others) {
                q[i][j] -= q[i][k] * q[j][k] / q[k][k];
            }
        }
    }
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        double loop = 0;
        for (const NodeId other : kept) {
            loop += q[kept[i]][other];
        }
        if (loop > 1e-9) {
            edges.push_back({static_cast<NodeId>(i), static_cast<NodeId>(i), loop});
        }
        for (std::size_t j = 0; j < i; ++j) {
            edges.push_back({static_cast<NodeId>(i), static_cast<NodeId>(j), std::max(0.0, -q[kept[i]][kept[j]])});
        }
    }
    return Graph::from_edges(static_cast<NodeId>(kept.size()), edges);
}

inline Graph without_weak(const Graph& graph, double epsilon) {
    std::vector<Edge> edges;
    for (const Edge& edge : edges_of(graph)) {
        if (edge.weight > epsilon) {
            edges.push_back(edge);
        }
    }
    return Graph::from_edges(graph.node_count(), edges);
}

inline double cut_fraction(const Graph& graph, const std::vector<NodeId>& kept) {
    std::vector<bool> stays(static_cast<std::size_t>(graph.node_count()), false);
    for (const NodeId node : kept) {
        stays[node] = true;
    }
    double cut = 0;
    for (const Edge& edge : edges_of(graph)) {
        cut += stays[edge.from] != stays[edge.to] ? edge.weight : 0;
    }
    return cut / total_weight(graph);
}

inline PyramidPicture pyramid(std::string title, PlacedGraph placed, int levels, double epsilon = 0.01) {
    PyramidPicture picture;
    picture.title = std::move(title);
    picture.positions = std::move(placed.positions);
    picture.input = placed.graph;
    picture.epsilon = epsilon;
    Graph current = std::move(placed.graph);
    std::vector<NodeId> nodes(static_cast<std::size_t>(current.node_count()));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        nodes[i] = static_cast<NodeId>(i);
    }
    for (int level = 1; level <= levels; ++level) {
        const std::vector<NodeId> kept = grown_cut(current);
        const Graph reduced = dense_reduction(current, kept);
        std::vector<NodeId> next;
        for (const NodeId node : kept) {
            next.push_back(nodes[node]);
        }
        const double fraction = cut_fraction(current, kept);
        picture.levels.push_back({level, current, nodes, kept, reduced, without_weak(reduced, epsilon), fraction,
                                  std::min(1.0, 1.1 * fraction), "spectral"});
        current = reduced;
        nodes = next;
    }
    return picture;
}

}  // namespace ndpool::samples

#include "ndpool/draw/layout/stress.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "ndpool/base/stop.hpp"
#include "ndpool/draw/layout/distance.hpp"

namespace ndpool {

namespace {

/// Two nodes that should be `distance` apart, and how much that matters to each of them.
struct Spring {
    NodeId a;
    NodeId b;
    double distance;
    double weight_a;
    double weight_b;
};

Spring even_spring(NodeId a, NodeId b, double distance) {
    const double weight = 1 / (distance * distance);
    return {a, b, distance, weight, weight};
}

std::size_t pivot_count(const Graph& graph) {
    const auto nodes = static_cast<double>(graph.node_count());
    const auto entries = static_cast<double>(graph.entry_count());
    constexpr double most_nodes_for_all_pairs = 800;
    constexpr double most_steps_of_search = 2e8;
    if (nodes <= most_nodes_for_all_pairs && nodes * entries <= most_steps_of_search) {
        return static_cast<std::size_t>(nodes);
    }
    const double affordable = std::min(1.5e6 / nodes, most_steps_of_search / (entries + 1));
    return static_cast<std::size_t>(std::min(nodes, std::clamp(affordable, 10.0, 200.0)));
}

std::vector<Spring> springs_of_all_pairs(const Pivots& pivots) {
    std::vector<Spring> springs;
    const std::size_t nodes = pivots.nodes.size();
    springs.reserve(nodes * (nodes - 1) / 2);
    for (std::size_t p = 0; p < nodes; ++p) {
        for (NodeId node = pivots.nodes[p] + 1; node < static_cast<NodeId>(nodes); ++node) {
            springs.push_back(even_spring(pivots.nodes[p], node, pivots.distance[p][node]));
        }
    }
    return springs;
}

void add_edges(const Graph& graph, const std::vector<double>& lengths, std::vector<Spring>& springs) {
    const SparseMatrix& adjacency = graph.adjacency();
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
            if (adjacency.indices[k] > node) {
                springs.push_back(even_spring(node, adjacency.indices[k], lengths[k]));
            }
        }
    }
}

/// Keeps consecutive neighbours of a node apart: the pivots cannot tell two leaves of one node from each other.
void add_siblings(const Graph& graph, const std::vector<double>& lengths, std::vector<Spring>& springs) {
    const SparseMatrix& adjacency = graph.adjacency();
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        for (EntryIndex k = adjacency.offsets[node] + 1; k < adjacency.offsets[node + 1]; ++k) {
            const NodeId a = adjacency.indices[k - 1];
            const NodeId b = adjacency.indices[k];
            if (a != node && b != node && graph.weight(a, b) == 0) {
                springs.push_back(even_spring(a, b, lengths[k - 1] + lengths[k]));
            }
        }
    }
}

/// A pivot represents the nodes of its region that are at most half as far from it as the node it pulls.
void add_pivots(const Pivots& pivots, std::vector<Spring>& springs) {
    const std::size_t nodes = pivots.nearest.size();
    std::vector<std::vector<double>> region(pivots.nodes.size());
    for (std::size_t node = 0; node < nodes; ++node) {
        region[pivots.nearest[node]].push_back(pivots.distance[pivots.nearest[node]][node]);
    }
    for (std::size_t p = 0; p < pivots.nodes.size(); ++p) {
        std::sort(region[p].begin(), region[p].end());
        for (std::size_t node = 0; node < nodes; ++node) {
            const double distance = pivots.distance[p][node];
            if (distance > 0) {
                const auto near = std::upper_bound(region[p].begin(), region[p].end(), distance / 2) - region[p].begin();
                const double weight = static_cast<double>(near) / (distance * distance);
                springs.push_back({static_cast<NodeId>(node), pivots.nodes[p], distance, weight, 0});
            }
        }
    }
}

/// Springs in groups; the order of the groups is drawn anew for each round.
struct SpringGroups {
    std::vector<Spring> springs;
    std::vector<std::size_t> first = {};  ///< first spring of each group, then the number of springs; empty: each is a group
};

/// Puts all springs of a node together: a round then reads memory in its order.
SpringGroups grouped_by_node(const std::vector<Spring>& springs, std::size_t nodes) {
    SpringGroups groups{std::vector<Spring>(springs.size()), std::vector<std::size_t>(nodes + 1, 0)};
    for (const Spring& spring : springs) {
        ++groups.first[static_cast<std::size_t>(spring.a) + 1];
    }
    std::partial_sum(groups.first.begin(), groups.first.end(), groups.first.begin());
    std::vector<std::size_t> next(groups.first.begin(), groups.first.end() - 1);
    for (const Spring& spring : springs) {
        groups.springs[next[spring.a]++] = spring;
    }
    return groups;
}

SpringGroups springs_of(const Graph& graph) {
    const std::vector<double> lengths = drawn_lengths(graph);
    const Pivots pivots = farthest_pivots(graph, lengths, pivot_count(graph));
    if (pivots.nodes.size() == pivots.nearest.size()) {
        return {springs_of_all_pairs(pivots)};
    }
    std::vector<Spring> springs;
    springs.reserve((pivots.nodes.size() + 2) * pivots.nearest.size() + 2 * lengths.size());
    add_edges(graph, lengths, springs);
    add_siblings(graph, lengths, springs);
    add_pivots(pivots, springs);
    return grouped_by_node(springs, pivots.nearest.size());
}

void relax(const Spring& spring, double step, std::vector<Point>& positions) {
    Point& a = positions[spring.a];
    Point& b = positions[spring.b];
    const double dx = a.x - b.x;
    const double dy = a.y - b.y;
    const double apart = std::sqrt(dx * dx + dy * dy);
    if (apart == 0) {
        return;
    }
    const double excess = (apart - spring.distance) / (2 * apart);
    const double move_a = std::min(1.0, spring.weight_a * step) * excess;
    const double move_b = std::min(1.0, spring.weight_b * step) * excess;
    a.x -= move_a * dx;
    a.y -= move_a * dy;
    b.x += move_b * dx;
    b.y += move_b * dy;
}

/// Goes once through all springs, in a new order of their groups.
void relax_all(SpringGroups& groups, std::vector<NodeId>& order, double step, Random& random, std::vector<Point>& positions) {
    if (groups.first.empty()) {
        shuffle(std::span(groups.springs), random);
        for (const Spring& spring : groups.springs) {
            relax(spring, step, positions);
        }
        return;
    }
    shuffle(std::span(order), random);
    for (const NodeId group : order) {
        for (std::size_t k = groups.first[group]; k < groups.first[static_cast<std::size_t>(group) + 1]; ++k) {
            relax(groups.springs[k], step, positions);
        }
    }
}

/// 32 rounds are enough for a large graph; a small one can afford the many rounds that make a path straight.
int squarings_for(std::size_t springs) {
    constexpr std::size_t most_moves = 8'000'000;
    int squarings = 5;
    while (squarings < 11 && (springs << (squarings + 1)) <= most_moves) {
        ++squarings;
    }
    return squarings;
}

/// Scales so that half of the edges are longer than 1.
void make_edges_unit(const Graph& graph, std::vector<Point>& positions) {
    std::vector<double> lengths;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        for (const NodeId neighbor : graph.neighbors(node)) {
            if (neighbor > node) {
                const double dx = positions[node].x - positions[neighbor].x;
                const double dy = positions[node].y - positions[neighbor].y;
                lengths.push_back(std::sqrt(dx * dx + dy * dy));
            }
        }
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    if (*middle > 0) {
        for (Point& point : positions) {
            point = {point.x / *middle, point.y / *middle};
        }
    }
}

}  // namespace

std::vector<Point> stress_layout(const Graph& connected, Seed seed) {
    Random random(seed);
    std::vector<Point> positions(static_cast<std::size_t>(connected.node_count()));
    const double side = std::sqrt(static_cast<double>(positions.size()));
    for (Point& point : positions) {
        point.x = random.uniform(0, side);
        point.y = random.uniform(0, side);
    }
    if (positions.size() < 2) {
        return positions;
    }
    SpringGroups groups = springs_of(connected);
    const std::vector<Spring>& springs = groups.springs;
    double weakest = springs.front().weight_a;
    double strongest = weakest;
    for (const Spring& spring : springs) {
        weakest = std::min(weakest, spring.weight_a);
        strongest = std::max(strongest, spring.weight_a);
    }
    // The step shrinks geometrically from "every spring at rest" to a hundredth of the stiffest; in 2^k rounds, so that
    // the ratio of two steps is k square roots, which every machine rounds alike.
    const int squarings = squarings_for(springs.size());
    double step = 1 / weakest;
    double shrink = 0.01 / strongest / step;
    for (int k = 0; k < squarings; ++k) {
        stop_if_requested();
        shrink = std::sqrt(shrink);
    }
    std::vector<NodeId> order(positions.size());
    std::iota(order.begin(), order.end(), 0);
    for (int round = 0; round <= 1 << squarings; ++round, step *= shrink) {
        stop_if_requested();
        relax_all(groups, order, step, random, positions);
    }
    make_edges_unit(connected, positions);
    return positions;
}

}  // namespace ndpool

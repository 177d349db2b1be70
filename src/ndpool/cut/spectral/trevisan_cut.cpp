#include "ndpool/cut/spectral/trevisan_cut.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ndpool/base/stop.hpp"
#include "ndpool/cut/greedy_cut.hpp"
#include "ndpool/graph/subgraph.hpp"

namespace ndpool {

namespace {

/// Where (1 - 4 sqrt(tau) + 8 tau) / (1 - tau) has its minimum, 0.5311.
constexpr double tau = 0.0549;

/// The partial cut of the nodes whose |x| reaches a threshold, by the sign of x; 0 for the others. The threshold is
/// the one whose uncut share (2 inside + leaving) / volume is smallest.
Sides best_threshold_cut(const Graph& graph, std::span<const double> x) {
    std::vector<NodeId> order(x.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return std::abs(x[a]) > std::abs(x[b]); });

    Sides placed(x.size(), 0);
    double inside = 0;   // weight between nodes of the same side
    double leaving = 0;  // weight between placed and other nodes
    double volume = 0;
    double best_share = 2;
    std::size_t best_count = 0;
    for (std::size_t count = 0; count < order.size(); ++count) {
        const NodeId node = order[count];
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        placed[node] = x[node] >= 0 ? Side{1} : Side{-1};
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (neighbors[k] != node) {
                const Side other = placed[neighbors[k]];
                inside += other == placed[node] ? weights[k] : 0.0;
                leaving += other == 0 ? weights[k] : -weights[k];
                volume += weights[k];
            }
        }
        const bool last_of_value = count + 1 == order.size() || std::abs(x[order[count + 1]]) < std::abs(x[node]);
        const double share = volume > 0 ? (2 * inside + leaving) / volume : 2;
        if (last_of_value && share < best_share) {
            best_share = share;
            best_count = count + 1;
        }
    }
    for (std::size_t i = best_count; i < order.size(); ++i) {
        placed[order[i]] = 0;
    }
    return placed;
}

struct InsideWeights {
    double cut = 0;
    double uncut = 0;
};

InsideWeights inside_weights(const Graph& graph, std::span<const Side> sides) {
    InsideWeights sum;
    for (const Edge& edge : edges_of(graph)) {
        const int product = sides[edge.from] * sides[edge.to];
        sum.cut += product < 0 ? edge.weight : 0.0;
        sum.uncut += product > 0 && edge.from != edge.to ? edge.weight : 0.0;
    }
    return sum;
}

/// Flips the sides of `nodes` if more of the weight to the nodes already settled is then cut; settles them.
void join_better_way(const Graph& graph, std::span<const NodeId> nodes, std::span<const Side> sides, Sides& settled) {
    double uncut_minus_cut = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto neighbors = graph.neighbors(nodes[i]);
        const auto weights = graph.weights(nodes[i]);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            uncut_minus_cut += weights[k] * sides[i] * settled[neighbors[k]];
        }
    }
    const Side flip = uncut_minus_cut > 0 ? Side{-1} : Side{1};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        settled[nodes[i]] = static_cast<Side>(flip * sides[i]);
    }
}

/// Nodes that were cut together, with their sides.
struct Piece {
    std::vector<NodeId> nodes;
    Sides sides;
};

}  // namespace

Bipartition trevisan_sides(const Graph& graph, const EigenOptions& eigen, Seed seed) {
    Bipartition found;
    found.origin = CutOrigin::trevisan;
    std::vector<Piece> pieces;
    std::vector<NodeId> left(static_cast<std::size_t>(graph.node_count()));
    std::iota(left.begin(), left.end(), 0);
    for (std::uint64_t round = 0; !left.empty(); ++round) {
        stop_if_requested();
        const Graph rest = induced_subgraph(graph, left);
        const TopEigenpair top = top_eigenpair(rest, Laplacian::symmetric, eigen, seed.child("eigen", round));
        found.converged = found.converged && top.converged;
        found.eigen_seconds += top.seconds;
        if (round == 0) {
            found.top_eigenvalue = top.upper_bound;
        }
        if (top.value < 2 * (1 - tau)) {
            break;
        }
        std::vector<double> x(top.vector);
        for (NodeId node = 0; node < rest.node_count(); ++node) {
            const double degree = degree_of(rest, node);
            x[node] = degree > 0 ? x[node] / std::sqrt(degree) : 0.0;
        }
        const Sides partial = best_threshold_cut(rest, x);
        const InsideWeights inside = inside_weights(rest, partial);
        if (inside.cut <= inside.uncut) {
            break;  // no better than one half: the greedy cut is as good
        }
        Piece piece;
        std::vector<NodeId> others;
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (partial[i] != 0) {
                piece.nodes.push_back(left[i]);
                piece.sides.push_back(partial[i]);
            } else {
                others.push_back(left[i]);
            }
        }
        pieces.push_back(std::move(piece));
        left = std::move(others);
    }

    Sides remaining(left.size(), 0);
    place_greedily(induced_subgraph(graph, left), remaining);
    pieces.push_back({std::move(left), std::move(remaining)});
    found.sides.assign(static_cast<std::size_t>(graph.node_count()), 0);
    for (; !pieces.empty(); pieces.pop_back()) {
        join_better_way(graph, pieces.back().nodes, pieces.back().sides, found.sides);
    }
    if (!found.sides.empty() && found.sides.front() < 0) {
        for (Side& side : found.sides) {
            side = static_cast<Side>(-side);
        }
    }
    return found;
}

}  // namespace ndpool

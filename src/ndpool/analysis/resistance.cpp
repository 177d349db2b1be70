#include "ndpool/analysis/resistance.hpp"

#include <fmt/format.h>

#include <limits>

#include "ndpool/graph/subgraph.hpp"
#include "ndpool/linalg/laplacian/grounded_factor.hpp"

namespace ndpool {

namespace {

using Pairs = std::span<const std::pair<NodeId, NodeId>>;

void check_pairs(NodeId nodes, Pairs pairs) {
    for (const auto& [from, to] : pairs) {
        if (from < 0 || to < 0 || from >= nodes || to >= nodes) {
            throw InvalidInput(fmt::format("pair ({}, {}): the id is outside 0..{}", from, to, nodes - 1));
        }
    }
}

/// The index of each node within its component.
std::vector<NodeId> places_in(const Components& components) {
    std::vector<NodeId> place(components.label.size());
    for (NodeId c = 0; c < components.count(); ++c) {
        const auto nodes = components.nodes(c);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            place[nodes[i]] = static_cast<NodeId>(i);
        }
    }
    return place;
}

/// Currents minus those that the potentials drive through the edges. The current that leaves one end of an edge enters the
/// other to the last bit, so strong edges cannot hide the small current of a weak one.
Eigen::VectorXd missing_currents(const Graph& network, const Eigen::VectorXd& potentials, Eigen::VectorXd currents) {
    for (NodeId node = 0; node < network.node_count(); ++node) {
        const auto neighbors = network.neighbors(node);
        const auto weights = network.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            currents[node] -= weights[k] * (potentials[node] - potentials[neighbors[k]]);
        }
    }
    return currents;
}

/// No digits cancel in the difference: zero, the ground's potential, lies between the potentials of source and sink.
double resistance(const Graph& network, const GroundedFactor& factor, NodeId from, NodeId to) {
    constexpr int refinements = 2;
    Eigen::VectorXd currents = Eigen::VectorXd::Zero(network.node_count());
    currents[from] = 1;
    currents[to] = -1;
    Eigen::VectorXd potentials = factor.potentials(currents);
    for (int step = 0; step < refinements; ++step) {
        potentials += factor.potentials(missing_currents(network, potentials, currents));
    }
    return potentials[from] - potentials[to];
}

}  // namespace

std::vector<double> resistance_distances(const Graph& graph, Pairs pairs) {
    check_pairs(graph.node_count(), pairs);
    const Graph network = with_ground_node(graph);
    const Components components = connected_components(network);
    const std::vector<NodeId> place = places_in(components);

    std::vector<double> result(pairs.size(), 0.0);
    std::vector<std::vector<std::size_t>> pairs_of(static_cast<std::size_t>(components.count()));
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const auto& [from, to] = pairs[p];
        if (components.label[from] != components.label[to]) {
            result[p] = std::numeric_limits<double>::infinity();
        } else if (from != to) {
            pairs_of[components.label[from]].push_back(p);
        }
    }
    const std::vector<Graph> parts = component_graphs(network, components);
    for (std::size_t c = 0; c < parts.size(); ++c) {
        if (pairs_of[c].empty()) {
            continue;
        }
        const GroundedFactor factor(parts[c]);
        for (const std::size_t p : pairs_of[c]) {
            result[p] = resistance(parts[c], factor, place[pairs[p].first], place[pairs[p].second]);
        }
    }
    return result;
}

}  // namespace ndpool

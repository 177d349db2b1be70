#include "ndpool/pyramid/cluster_assignment.hpp"

#include <fmt/format.h>

#include <queue>
#include <tuple>

#include "ndpool/pyramid/assignment_matrix.hpp"

namespace ndpool {

namespace {

/// An edge from an assigned node to one that is not assigned, or was not when the edge was found.
struct Step {
    double weight;
    NodeId distance;  ///< steps from the kept node to the new one
    NodeId to;
    NodeId from;

    /// Whether the other step comes before this one.
    bool operator<(const Step& other) const {
        return std::tie(weight, other.distance, other.to, other.from) < std::tie(other.weight, distance, to, from);
    }
};

std::vector<NodeId> grown_from(const Graph& graph, const std::vector<NodeId>& kept) {
    std::vector<NodeId> owner(static_cast<std::size_t>(graph.node_count()), -1);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        owner[kept[i]] = static_cast<NodeId>(i);
    }
    std::priority_queue<Step> steps;
    const auto add_steps_from = [&](NodeId node, NodeId distance) {
        const auto neighbors = graph.neighbors(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (owner[neighbors[k]] < 0) {
                steps.push({graph.weights(node)[k], distance + 1, neighbors[k], node});
            }
        }
    };
    for (const NodeId node : kept) {
        add_steps_from(node, 0);
    }
    while (!steps.empty()) {
        const Step step = steps.top();
        steps.pop();
        if (owner[step.to] < 0) {
            owner[step.to] = owner[step.from];
            add_steps_from(step.to, step.distance);
        }
    }
    return owner;
}

}  // namespace

std::vector<NodeId> cluster_assignment(const Pyramid& pyramid, std::size_t index) {
    if (index >= pyramid.levels.size()) {
        throw InvalidInput(
            fmt::format("level {} was asked for, the pyramid has {} stored levels counted from 0", index, pyramid.levels.size()));
    }
    const Level& level = pyramid.levels[index];
    if (level.assignment_matrix) {
        return largest_in_columns(*level.assignment_matrix);
    }
    return grown_from(index == 0 ? pyramid.base : pyramid.levels[index - 1].graph, level.pool);
}

}  // namespace ndpool

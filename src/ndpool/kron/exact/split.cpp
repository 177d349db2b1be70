#include "ndpool/kron/exact/split.hpp"

#include <algorithm>

namespace ndpool {

namespace {

/// Whether an array over all kept nodes pays for these dropped nodes.
bool is_wide(const Split& split, std::span<const NodeId> nodes) {
    return nodes.size() * 16 > split.kept.size();
}

std::vector<NodeId> boundary_of(const Split& split, std::span<const NodeId> nodes) {
    std::vector<NodeId> boundary;
    if (is_wide(split, nodes)) {
        std::vector<bool> is_around(split.kept.size(), false);
        for (const NodeId node : nodes) {
            for (const NodeId neighbor : split.graph.neighbors(node)) {
                if (split.new_number[neighbor] >= 0) {
                    is_around[split.new_number[neighbor]] = true;
                }
            }
        }
        for (std::size_t i = 0; i < is_around.size(); ++i) {
            if (is_around[i]) {
                boundary.push_back(static_cast<NodeId>(i));
            }
        }
        return boundary;
    }
    for (const NodeId node : nodes) {
        for (const NodeId neighbor : split.graph.neighbors(node)) {
            if (split.new_number[neighbor] >= 0) {
                boundary.push_back(split.new_number[neighbor]);
            }
        }
    }
    std::sort(boundary.begin(), boundary.end());
    boundary.erase(std::unique(boundary.begin(), boundary.end()), boundary.end());
    return boundary;
}

}  // namespace

Split split_graph(const Graph& graph, const Cut& cut) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    Split split{graph, cut.kept, std::vector<NodeId>(nodes, -1), std::vector<double>(nodes, 0.0), {}};
    for (std::size_t i = 0; i < cut.kept.size(); ++i) {
        split.new_number[cut.kept[i]] = static_cast<NodeId>(i);
    }
    std::vector<bool> is_joined;
    for (const NodeId node : cut.dropped) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        double total = 0;
        bool alone = true;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            total += weights[k];
            alone = alone && (split.new_number[neighbors[k]] >= 0 || neighbors[k] == node);
        }
        if (alone) {
            split.star_total[node] = total;
        } else {
            is_joined.resize(nodes, false);
            is_joined[node] = true;
        }
    }
    if (!is_joined.empty()) {
        split.together = connected_components(graph, is_joined);
        for (NodeId component = 0; component < split.together.count(); ++component) {
            const auto members = split.together.nodes(component);
            for (std::size_t i = 0; i < members.size(); ++i) {
                split.new_number[members[i]] = -1 - static_cast<NodeId>(i);
            }
        }
    }
    return split;
}

std::vector<InteriorComponent> interior_components_of(const Split& split) {
    std::vector<InteriorComponent> pieces(static_cast<std::size_t>(split.together.count()));
    for (NodeId component = 0; component < split.together.count(); ++component) {
        pieces[component].nodes = split.together.nodes(component);
        pieces[component].boundary = boundary_of(split, pieces[component].nodes);
    }
    return pieces;
}

InteriorProblem interior_problem_of(const Split& split, const InteriorComponent& piece) {
    const auto inside = static_cast<NodeId>(piece.nodes.size());
    std::vector<NodeId> place;  // of each kept node in the boundary
    if (is_wide(split, piece.nodes)) {
        place.resize(split.kept.size());
        for (std::size_t j = 0; j < piece.boundary.size(); ++j) {
            place[piece.boundary[j]] = static_cast<NodeId>(j);
        }
    }
    const auto position = [&](NodeId number) {
        return place.empty() ? static_cast<NodeId>(std::lower_bound(piece.boundary.begin(), piece.boundary.end(), number) -
                                                   piece.boundary.begin())
                             : place[number];
    };
    InteriorProblem problem;
    problem.all = inside + static_cast<NodeId>(piece.boundary.size());
    std::size_t arms = 0;
    for (const NodeId node : piece.nodes) {
        arms += split.graph.neighbors(node).size();
    }
    problem.to.reserve(arms);
    problem.weights.reserve(arms);
    problem.offsets.reserve(piece.nodes.size() + 1);
    problem.ground.reserve(piece.nodes.size());
    for (const NodeId node : piece.nodes) {
        double ground = 0;
        const auto neighbors = split.graph.neighbors(node);
        const auto weights = split.graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (neighbors[k] == node) {
                ground = weights[k];
                continue;
            }
            const NodeId number = split.new_number[neighbors[k]];
            problem.to.push_back(number >= 0 ? inside + position(number) : -1 - number);
            problem.weights.push_back(weights[k]);
        }
        problem.offsets.push_back(static_cast<EntryIndex>(problem.to.size()));
        problem.ground.push_back(ground);
    }
    return problem;
}

}  // namespace ndpool

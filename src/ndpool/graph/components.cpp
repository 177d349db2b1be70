#include "ndpool/graph/components.hpp"

#include <numeric>

namespace ndpool {

namespace {

constexpr NodeId outside = -1;
constexpr NodeId unseen = -2;

/// Labels the nodes that are unseen, component by component, and returns the number of components. Ends when no
/// unseen node is left, which in a dense graph is long before all entries are read.
NodeId label_components(const Graph& graph, std::size_t unseen_nodes, std::vector<NodeId>& labels) {
    std::vector<NodeId> open(unseen_nodes);
    NodeId count = 0;
    for (NodeId start = 0; unseen_nodes > 0; ++start) {
        if (labels[start] != unseen) {
            continue;
        }
        std::size_t open_count = 0;
        const auto reach = [&](NodeId node) {
            labels[node] = count;
            open[open_count++] = node;
            --unseen_nodes;
        };
        reach(start);
        while (open_count > 0 && unseen_nodes > 0) {
            for (const NodeId neighbor : graph.neighbors(open[--open_count])) {
                if (labels[neighbor] == unseen) {
                    reach(neighbor);
                }
            }
        }
        ++count;
    }
    return count;
}

void group_members(Components& components, std::size_t members, NodeId count) {
    if (count == 1 && members == components.label.size()) {
        components.offsets = {0, static_cast<NodeId>(members)};
        components.members.resize(members);
        std::iota(components.members.begin(), components.members.end(), 0);
        return;
    }
    components.offsets.assign(static_cast<std::size_t>(count) + 1, 0);
    for (const NodeId label : components.label) {
        if (label >= 0) {
            ++components.offsets[label + 1];
        }
    }
    for (NodeId c = 0; c < count; ++c) {
        components.offsets[c + 1] += components.offsets[c];
    }
    std::vector<NodeId> next(components.offsets.begin(), components.offsets.end() - 1);
    components.members.resize(static_cast<std::size_t>(components.offsets.back()));
    for (NodeId node = 0; node < static_cast<NodeId>(components.label.size()); ++node) {
        if (components.label[node] >= 0) {
            components.members[next[components.label[node]]++] = node;
        }
    }
}

}  // namespace

Components connected_components(const Graph& graph) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    Components components{std::vector<NodeId>(nodes, unseen), {}, {0}};
    group_members(components, nodes, label_components(graph, nodes, components.label));
    return components;
}

Components connected_components(const Graph& graph, const std::vector<bool>& member) {
    Components components{std::vector<NodeId>(static_cast<std::size_t>(graph.node_count()), outside), {}, {0}};
    std::size_t members = 0;
    for (std::size_t node = 0; node < components.label.size(); ++node) {
        if (member[node]) {
            components.label[node] = unseen;
            ++members;
        }
    }
    group_members(components, members, label_components(graph, members, components.label));
    return components;
}

NodeId component_count(const Graph& graph) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    std::vector<NodeId> labels(nodes, unseen);
    return label_components(graph, nodes, labels);
}

}  // namespace ndpool

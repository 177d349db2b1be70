#include "ndpool/graph/components.hpp"

namespace ndpool {

namespace {

/// Gives every node that is reached from `start` through nodes still labelled `unseen` the label `label`.
void flood(const Graph& graph, NodeId start, NodeId unseen, NodeId label, std::vector<NodeId>& labels,
           std::vector<NodeId>& open) {
    open.assign(1, start);
    labels[start] = label;
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        for (const NodeId neighbor : graph.neighbors(node)) {
            if (labels[neighbor] == unseen) {
                labels[neighbor] = label;
                open.push_back(neighbor);
            }
        }
    }
}

void group_members(Components& components, NodeId count) {
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

constexpr NodeId outside = -1;
constexpr NodeId unseen = -2;

Components components_of(const Graph& graph, std::vector<NodeId> labels) {
    Components components;
    components.label = std::move(labels);
    std::vector<NodeId> open;
    NodeId count = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (components.label[node] == unseen) {
            flood(graph, node, unseen, count++, components.label, open);
        }
    }
    group_members(components, count);
    return components;
}

}  // namespace

Components connected_components(const Graph& graph) {
    return components_of(graph, std::vector<NodeId>(static_cast<std::size_t>(graph.node_count()), unseen));
}

Components connected_components(const Graph& graph, const std::vector<bool>& member) {
    std::vector<NodeId> labels(static_cast<std::size_t>(graph.node_count()), outside);
    for (std::size_t node = 0; node < labels.size(); ++node) {
        labels[node] = member[node] ? unseen : outside;
    }
    return components_of(graph, std::move(labels));
}

}  // namespace ndpool

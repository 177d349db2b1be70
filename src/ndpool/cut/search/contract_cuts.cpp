#include "ndpool/cut/search/contract_cuts.hpp"

#include <algorithm>
#include <numeric>

namespace ndpool {

namespace {

NodeId root_of(std::vector<NodeId>& parent, NodeId node) {
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

bool agree_on(std::span<const Sides* const> cuts, NodeId a, NodeId b) {
    const bool together = (*cuts.front())[a] == (*cuts.front())[b];
    return std::all_of(cuts.begin() + 1, cuts.end(), [&](const Sides* cut) { return ((*cut)[a] == (*cut)[b]) == together; });
}

/// Numbers of the contracted nodes in the order of their first nodes; returns how many there are.
NodeId number_clusters(const CutProblem& problem, std::span<const Sides* const> cuts, std::vector<NodeId>& node_of) {
    std::vector<NodeId> parent(static_cast<std::size_t>(problem.node_count()));
    std::iota(parent.begin(), parent.end(), 0);
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        for (const NodeId neighbor : problem.neighbors(node)) {
            if (neighbor > node && agree_on(cuts, node, neighbor)) {
                const NodeId a = root_of(parent, node);
                const NodeId b = root_of(parent, neighbor);
                parent[std::max(a, b)] = std::min(a, b);
            }
        }
    }
    NodeId count = 0;
    node_of.resize(parent.size());
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        const NodeId root = root_of(parent, node);
        node_of[node] = root == node ? count++ : node_of[root];
    }
    return count;
}

/// Weights between contracted nodes, each pair once.
std::vector<Edge> contracted_edges(const CutProblem& problem, const Sides& first, std::span<const NodeId> node_of) {
    std::vector<Edge> edges;
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        const auto neighbors = problem.neighbors(node);
        const auto weights = problem.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const NodeId a = node_of[node];
            const NodeId b = node_of[neighbors[k]];
            if (a < b) {
                edges.push_back({a, b, static_cast<double>(weights[k]) * first[node] * first[neighbors[k]]});
            }
        }
    }
    std::stable_sort(edges.begin(), edges.end(),
                     [](const Edge& x, const Edge& y) { return x.from != y.from ? x.from < y.from : x.to < y.to; });
    std::size_t end = 0;
    for (std::size_t i = 0; i < edges.size();) {
        Edge sum = edges[i++];
        for (; i < edges.size() && edges[i].from == sum.from && edges[i].to == sum.to; ++i) {
            sum.weight += edges[i].weight;
        }
        if (sum.weight != 0) {
            edges[end++] = sum;
        }
    }
    edges.resize(end);
    return edges;
}

}  // namespace

ContractedCuts contract_cuts(const CutProblem& problem, std::span<const Sides* const> cuts) {
    std::vector<NodeId> node_of;
    const NodeId count = number_clusters(problem, cuts, node_of);
    const std::vector<Edge> edges = contracted_edges(problem, *cuts.front(), node_of);
    return {CutProblem(SignedGraph::from_edges(count, edges)), std::move(node_of)};
}

Sides ContractedCuts::extended(std::span<const Side> contracted, std::span<const Side> first_cut) const {
    const Sides turned = problem.in_input_order(contracted);
    Sides sides(first_cut.begin(), first_cut.end());
    for (std::size_t node = 0; node < sides.size(); ++node) {
        sides[node] = static_cast<Side>(sides[node] * turned[node_of[node]]);
    }
    return sides;
}

}  // namespace ndpool

#include "ndpool/learn/data/clustering_coefficient.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace ndpool {

namespace {

/// Up to this many nodes the rows of the adjacency matrix are held as bits, and 64 pairs are looked at in one step.
constexpr NodeId most_nodes_as_bits = 1024;

/// Twice the triangles at each node: common neighbours of it and each of its neighbours.
std::vector<std::int64_t> twice_triangles_by_bits(const Graph& graph) {
    const NodeId nodes = graph.node_count();
    const auto words = (static_cast<std::size_t>(nodes) + 63) / 64;
    std::vector<std::uint64_t> bits(words * static_cast<std::size_t>(nodes), 0);
    for (NodeId node = 0; node < nodes; ++node) {
        for (const NodeId other : graph.neighbors(node)) {
            if (other != node) {
                bits[words * node + other / 64] |= std::uint64_t{1} << (other % 64);
            }
        }
    }
    std::vector<std::int64_t> twice(static_cast<std::size_t>(nodes), 0);
    for (NodeId node = 0; node < nodes; ++node) {
        const std::uint64_t* const mine = bits.data() + words * node;
        for (const NodeId other : graph.neighbors(node)) {
            if (other <= node) {
                continue;
            }
            const std::uint64_t* const theirs = bits.data() + words * other;
            std::int64_t common = 0;
            for (std::size_t k = 0; k < words; ++k) {
                common += std::popcount(mine[k] & theirs[k]);
            }
            twice[node] += common;
            twice[other] += common;
        }
    }
    return twice;
}

/// Twice the triangles at each node, for large graphs: every edge is directed to the end with more neighbours, so that no node
/// has more than sqrt(2 edges) outgoing edges, and each triangle is found once, at its lowest node.
std::vector<std::int64_t> twice_triangles_by_marks(const Graph& graph, const std::vector<NodeId>& counts) {
    const NodeId nodes = graph.node_count();
    std::vector<std::size_t> offsets{0};
    std::vector<NodeId> higher;
    higher.reserve(static_cast<std::size_t>(graph.edge_count()));
    for (NodeId node = 0; node < nodes; ++node) {
        for (const NodeId other : graph.neighbors(node)) {
            if (counts[other] > counts[node] || (counts[other] == counts[node] && other > node)) {
                higher.push_back(other);
            }
        }
        offsets.push_back(higher.size());
    }
    std::vector<std::int64_t> twice(static_cast<std::size_t>(nodes), 0);
    std::vector<NodeId> marked_by(static_cast<std::size_t>(nodes), -1);
    for (NodeId node = 0; node < nodes; ++node) {
        for (std::size_t k = offsets[node]; k < offsets[node + 1]; ++k) {
            marked_by[higher[k]] = node;
        }
        for (std::size_t k = offsets[node]; k < offsets[node + 1]; ++k) {
            const NodeId middle = higher[k];
            for (std::size_t other = offsets[middle]; other < offsets[middle + 1]; ++other) {
                if (marked_by[higher[other]] == node) {
                    twice[node] += 2;
                    twice[middle] += 2;
                    twice[higher[other]] += 2;
                }
            }
        }
    }
    return twice;
}

}  // namespace

std::vector<NodeId> neighbor_counts(const Graph& graph) {
    std::vector<NodeId> counts(static_cast<std::size_t>(graph.node_count()));
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const bool looped = std::binary_search(neighbors.begin(), neighbors.end(), node);
        counts[node] = static_cast<NodeId>(neighbors.size()) - (looped ? 1 : 0);
    }
    return counts;
}

std::vector<double> clustering_coefficients(const Graph& graph) {
    const std::vector<NodeId> counts = neighbor_counts(graph);
    const std::vector<std::int64_t> twice =
        graph.node_count() <= most_nodes_as_bits ? twice_triangles_by_bits(graph) : twice_triangles_by_marks(graph, counts);
    std::vector<double> coefficients(counts.size(), 0);
    for (std::size_t node = 0; node < counts.size(); ++node) {
        if (counts[node] > 1) {
            const auto neighbors = static_cast<double>(counts[node]);
            coefficients[node] = static_cast<double>(twice[node]) / (neighbors * (neighbors - 1));
        }
    }
    return coefficients;
}

}  // namespace ndpool

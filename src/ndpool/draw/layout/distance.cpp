#include "ndpool/draw/layout/distance.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "ndpool/base/stop.hpp"

namespace ndpool {

namespace {

/// The fraction of the other neighbours of two adjacent nodes that are common to both, estimated from at most 64 of the smaller
/// neighbourhood: otherwise a dense graph would cost the cube of its size.
double shared_neighbors(const Graph& graph, NodeId a, NodeId b) {
    constexpr std::size_t most_looked_at = 64;
    auto fewer = graph.neighbors(a);
    auto more = graph.neighbors(b);
    if (fewer.size() > more.size()) {
        std::swap(fewer, more);
    }
    const std::size_t stride = (fewer.size() + most_looked_at - 1) / most_looked_at;
    double common = 0;
    double looked_at = 0;
    for (std::size_t k = 0; k < fewer.size(); k += stride) {
        if (fewer[k] == a || fewer[k] == b) {
            continue;
        }
        looked_at += 1;
        common += std::binary_search(more.begin(), more.end(), fewer[k]) ? 1 : 0;
    }
    if (looked_at == 0) {
        return 0;
    }
    const double fewer_others = static_cast<double>(fewer.size()) - 1;
    const double more_others = static_cast<double>(more.size()) - 1;
    const double both = common / looked_at * fewer_others;
    return std::min(1.0, both / (fewer_others + more_others - both));
}

std::vector<double> shortest_paths(const Graph& graph, const std::vector<double>& lengths, NodeId start) {
    std::vector<double> distance(static_cast<std::size_t>(graph.node_count()), std::numeric_limits<double>::infinity());
    using Reached = std::pair<double, NodeId>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    distance[start] = 0;
    open.emplace(0.0, start);
    const SparseMatrix& adjacency = graph.adjacency();
    while (!open.empty()) {
        const auto [so_far, node] = open.top();
        open.pop();
        if (so_far > distance[node]) {
            continue;
        }
        for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
            const NodeId neighbor = adjacency.indices[k];
            const double longer = so_far + lengths[k];
            if (longer < distance[neighbor]) {
                distance[neighbor] = longer;
                open.emplace(longer, neighbor);
            }
        }
    }
    return distance;
}

}  // namespace

std::vector<double> drawn_lengths(const Graph& graph) {
    std::vector<double> lengths;
    lengths.reserve(static_cast<std::size_t>(graph.entry_count()));
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        for (const NodeId neighbor : graph.neighbors(node)) {
            // The smaller id first, so that both directions get the same estimate.
            const double shared = shared_neighbors(graph, std::min(node, neighbor), std::max(node, neighbor));
            lengths.push_back(1 / (1 + 4 * shared));
        }
    }
    return lengths;
}

Pivots farthest_pivots(const Graph& connected, const std::vector<double>& lengths, std::size_t count) {
    const auto nodes = static_cast<std::size_t>(connected.node_count());
    Pivots pivots;
    pivots.nearest.assign(nodes, 0);
    std::vector<double> to_nearest(nodes, std::numeric_limits<double>::infinity());
    NodeId next = 0;
    for (std::size_t p = 0; p < count; ++p) {
        stop_if_requested();
        pivots.nodes.push_back(next);
        pivots.distance.push_back(shortest_paths(connected, lengths, next));
        for (std::size_t node = 0; node < nodes; ++node) {
            if (pivots.distance[p][node] < to_nearest[node]) {
                to_nearest[node] = pivots.distance[p][node];
                pivots.nearest[node] = p;
            }
        }
        next = static_cast<NodeId>(std::max_element(to_nearest.begin(), to_nearest.end()) - to_nearest.begin());
    }
    return pivots;
}

}  // namespace ndpool

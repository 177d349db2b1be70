#include "ndpool/generate/nearest_neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ndpool/generate/point_buckets.hpp"

namespace ndpool {

namespace {

using Candidate = std::pair<double, NodeId>;  // squared distance, then number: pairs compare the way ties are broken

/// Puts the `wanted` nearest other points of a point, nearest first, in `nearest`; there must be that many.
void find_nearest(std::span<const Point> points, const PointBuckets& buckets, NodeId point, NodeId wanted,
                  std::vector<Candidate>& nearest) {
    const auto last = static_cast<std::size_t>(wanted) - 1;
    nearest.assign(last + 1, {std::numeric_limits<double>::infinity(), std::numeric_limits<NodeId>::max()});
    const Point centre = points[point];
    const auto consider = [&](NodeId other) {
        const Candidate candidate(square_distance(centre, points[other]), other);
        if (other == point || !(candidate < nearest[last])) {
            return;
        }
        std::size_t place = last;
        for (; place > 0 && candidate < nearest[place - 1]; --place) {
            nearest[place] = nearest[place - 1];
        }
        nearest[place] = candidate;
    };
    for (NodeId ring = 0; buckets.visit_ring(centre, ring, consider); ++ring) {
        if (nearest[last].first < buckets.square_reach(ring)) {
            break;
        }
    }
}

/// For each point the points that count it among their neighbours, ascending.
SparseMatrix admirers(NodeId points, const NeighborTable& table) {
    SparseMatrix result{points, points, std::vector<EntryIndex>(static_cast<std::size_t>(points) + 1, 0), {}, {}};
    for (const NodeId id : table.ids) {
        ++result.offsets[id + 1];
    }
    std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
    std::vector<EntryIndex> next(result.offsets.begin(), result.offsets.end() - 1);
    result.indices.resize(table.ids.size());
    for (NodeId point = 0; point < points; ++point) {
        for (const NodeId neighbor : table.of(point)) {
            result.indices[next[neighbor]++] = point;
        }
    }
    return result;
}

}  // namespace

NeighborTable nearest_neighbors(std::span<const Point> points, NodeId neighbors) {
    NeighborTable table{neighbors, {}};
    if (neighbors == 0) {
        return table;
    }
    table.ids.reserve(points.size() * static_cast<std::size_t>(neighbors));
    // With half as many points per cell as neighbours, the first ring around a cell mostly holds them all.
    const PointBuckets buckets(points, std::max(1.0, 0.5 * neighbors));
    std::vector<Candidate> candidates;
    for (NodeId point = 0; point < static_cast<NodeId>(points.size()); ++point) {
        find_nearest(points, buckets, point, neighbors, candidates);
        for (NodeId k = 0; k < neighbors; ++k) {
            table.ids.push_back(candidates[k].second);
        }
    }
    return table;
}

double mean_distance(std::span<const Point> points, const NeighborTable& table) {
    double sum = 0;
    for (NodeId point = 0; point < static_cast<NodeId>(points.size()); ++point) {
        for (const NodeId neighbor : table.of(point)) {
            sum += std::sqrt(square_distance(points[point], points[neighbor]));
        }
    }
    return table.ids.empty() ? 0 : sum / static_cast<double>(table.ids.size());
}

double mean_distance_to_last(std::span<const Point> points, const NeighborTable& table) {
    double sum = 0;
    for (NodeId point = 0; point < static_cast<NodeId>(points.size()) && table.neighbors > 0; ++point) {
        sum += std::sqrt(square_distance(points[point], points[table.of(point).back()]));
    }
    return table.ids.empty() ? 0 : sum / static_cast<double>(points.size());
}

Graph neighbor_graph(std::span<const Point> points, const NeighborTable& table, const std::function<double(double)>& weight) {
    const auto nodes = static_cast<NodeId>(points.size());
    const SparseMatrix in = admirers(nodes, table);
    SparseMatrix both{nodes, nodes, {0}, {}, {}};
    both.offsets.reserve(points.size() + 1);
    both.indices.reserve(table.ids.size() * 3 / 2);
    std::vector<NodeId> out;
    for (NodeId point = 0; point < nodes; ++point) {
        out.assign(table.of(point).begin(), table.of(point).end());
        std::sort(out.begin(), out.end());
        std::set_union(out.begin(), out.end(), in.indices.begin() + in.offsets[point], in.indices.begin() + in.offsets[point + 1],
                       std::back_inserter(both.indices));
        both.offsets.push_back(static_cast<EntryIndex>(both.indices.size()));
    }
    both.values.reserve(both.indices.size());
    for (NodeId point = 0; point < nodes; ++point) {
        for (EntryIndex k = both.offsets[point]; k < both.offsets[point + 1]; ++k) {
            both.values.push_back(weight(square_distance(points[point], points[both.indices[k]])));
        }
    }
    return Graph::from_symmetric(std::move(both));
}

}  // namespace ndpool

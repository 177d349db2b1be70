#include "ndpool/generate/nearest_neighbors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/generate/point_buckets.hpp"

namespace ndpool {

namespace {

using Candidate = std::pair<double, NodeId>;  // squared distance, then number: pairs compare the way ties are broken

/// Points around a point, a few more than its neighbours.
struct Surrounding {
    static constexpr std::size_t most = 64;

    std::array<double, most> square;  ///< of the distance; after the last point infinite up to a multiple of four
    std::array<NodeId, most> id;
    std::array<std::int64_t, most> rank;  ///< the number of points that are nearer
    std::size_t count = 0;
};

/// Which of two points is nearer cannot be predicted, so all are compared with all.
struct RankByDistance {
    template <int bytes>
    [[gnu::always_inline]] static void run(Surrounding& around) {
        const std::size_t padded = (around.count + 3) / 4 * 4;
        for (std::size_t i = 0; i < around.count; ++i) {
            std::int64_t rank = 0;
            for (std::size_t k = 0; k < padded; ++k) {
                rank += around.square[k] < around.square[i] ? 1 : 0;
            }
            around.rank[i] = rank;
        }
    }
};

/// Writes the `wanted` nearest other points, nearest first. False if they are not certainly among the points in the cells around
/// that of the point, if there are too many points in these, or if some are equally far.
bool found_around(std::span<const Point> points, const PointBuckets& buckets, NodeId point, NodeId wanted, Surrounding& around,
                  NodeId* nearest) {
    const Point centre = points[point];
    around.count = 0;
    std::size_t met = 0;
    const auto take = [&](NodeId other) {
        around.id[around.count] = other;
        around.square[around.count] = square_distance(centre, points[other]);
        around.count += other != point && around.count + 4 < Surrounding::most ? 1 : 0;
        ++met;
    };
    constexpr NodeId rings = 2;
    for (NodeId ring = 0; ring < rings; ++ring) {
        buckets.visit_ring(centre, ring, take);
    }
    std::fill_n(around.square.begin() + static_cast<std::ptrdiff_t>(around.count), 4, std::numeric_limits<double>::infinity());
    run_vectorised<RankByDistance>(around);
    NodeId found = 0;
    std::uint64_t ranks = 0;
    double farthest = 0;
    for (std::size_t i = 0; i < around.count; ++i) {
        if (around.rank[i] < wanted) {
            nearest[around.rank[i]] = around.id[i];
            ranks |= std::uint64_t{1} << around.rank[i];
            farthest = std::max(farthest, around.square[i]);
            ++found;
        }
    }
    return around.count + 1 == met && found == wanted && std::popcount(ranks) == wanted &&
           farthest < buckets.square_reach(rings - 1);
}

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
    // With half as many points per cell as neighbours, the first ring around a cell mostly holds them all.
    const PointBuckets buckets(points, std::max(1.0, 0.5 * neighbors));
    table.ids.resize(points.size() * static_cast<std::size_t>(neighbors));
    NodeId* nearest = table.ids.data();
    Surrounding around;
    std::vector<Candidate> candidates;
    for (NodeId point = 0; point < static_cast<NodeId>(points.size()); ++point, nearest += neighbors) {
        if (!found_around(points, buckets, point, neighbors, around, nearest)) {
            find_nearest(points, buckets, point, neighbors, candidates);
            std::transform(candidates.begin(), candidates.end(), nearest, [](const Candidate& found) { return found.second; });
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
    SparseMatrix both{nodes, nodes, std::vector<EntryIndex>(points.size() + 1, 0), {}, {}};
    both.indices.resize(2 * table.ids.size());
    std::vector<NodeId> out;
    NodeId* end = both.indices.data();
    for (NodeId point = 0; point < nodes; ++point) {
        out.assign(table.of(point).begin(), table.of(point).end());
        std::sort(out.begin(), out.end());
        end = std::set_union(out.begin(), out.end(), in.indices.data() + in.offsets[point],
                             in.indices.data() + in.offsets[point + 1], end);
        both.offsets[point + 1] = end - both.indices.data();
    }
    both.indices.resize(static_cast<std::size_t>(both.offsets.back()));
    both.values.resize(both.indices.size());
    // Rows meet the lower ones in ascending order, so the entry that leads back follows the one before.
    std::vector<EntryIndex> back(both.offsets.begin(), both.offsets.end() - 1);
    for (NodeId point = 0; point < nodes; ++point) {
        for (EntryIndex k = back[point]; k < both.offsets[point + 1]; ++k) {
            const NodeId other = both.indices[k];
            both.values[k] = weight(square_distance(points[point], points[other]));
            both.values[back[other]++] = both.values[k];
        }
    }
    return Graph::from_symmetric(std::move(both));
}

}  // namespace ndpool

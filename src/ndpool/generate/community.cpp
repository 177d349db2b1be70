#include "ndpool/generate/community.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <unordered_set>

#include "ndpool/base/elementary.hpp"
#include "ndpool/generate/arguments.hpp"
#include "ndpool/generate/point_buckets.hpp"
#include "ndpool/generate/unit_graph.hpp"

namespace ndpool {

namespace {

/// First node of each community, and the number of nodes at the end. Communities have at least a third of the mean size.
std::vector<NodeId> community_starts(NodeId nodes, NodeId communities, Seed seed) {
    const auto least = std::max<NodeId>(1, static_cast<NodeId>(std::round(static_cast<double>(nodes) / communities / 3)));
    // Draws distinct cut points among the places that remain after each community got all but one of its minimum number of
    // nodes.
    const NodeId places = nodes - (least - 1) * communities - 1;
    Random random(seed);
    std::set<NodeId> cuts;
    while (static_cast<NodeId>(cuts.size()) < communities - 1) {
        cuts.insert(static_cast<NodeId>(random.below(static_cast<std::uint64_t>(places))));
    }
    std::vector<NodeId> starts{0};
    for (const NodeId cut : cuts) {
        starts.push_back(cut + 1 + static_cast<NodeId>(starts.size()) * (least - 1));
    }
    starts.push_back(nodes);
    return starts;
}

/// Points of each community around the origin.
std::vector<Point> points_in_discs(const std::vector<NodeId>& starts, Seed seed) {
    Random random(seed);
    std::vector<Point> points;
    points.reserve(static_cast<std::size_t>(starts.back()));
    for (std::size_t c = 0; c + 1 < starts.size(); ++c) {
        const double disc = std::sqrt(static_cast<double>(starts[c + 1] - starts[c]));
        for (NodeId node = starts[c]; node < starts[c + 1]; ++node) {
            const double distance = disc * random.uniform();
            const double angle = 2 * std::numbers::pi * random.uniform();
            points.push_back({distance * portable_cos(angle), distance * portable_sin(angle)});
        }
    }
    return points;
}

/// Moves the discs apart onto a circle.
void stand_in_a_circle(const std::vector<NodeId>& starts, std::vector<Point>& points) {
    const auto communities = static_cast<double>(starts.size() - 1);
    NodeId largest = 0;
    for (std::size_t c = 0; c + 1 < starts.size(); ++c) {
        largest = std::max(largest, starts[c + 1] - starts[c]);
    }
    const double step = 2 * std::numbers::pi / communities;
    const double circle =
        communities < 2 ? 0 : 1.1 * std::sqrt(static_cast<double>(largest)) / portable_sin(std::numbers::pi / communities);
    for (std::size_t c = 0; c + 1 < starts.size(); ++c) {
        const double angle = step * static_cast<double>(c);
        for (NodeId node = starts[c]; node < starts[c + 1]; ++node) {
            points[node].x += circle * portable_cos(angle);
            points[node].y += circle * portable_sin(angle);
        }
    }
}

std::vector<NodePair> pairs_within(const std::vector<NodeId>& starts, const std::vector<Point>& points, double radius) {
    std::vector<NodePair> pairs;
    // The discs are a few radii wide: testing all pairs costs little more than storing the edges.
    for (std::size_t c = 0; c + 1 < starts.size(); ++c) {
        for (NodeId to = starts[c]; to < starts[c + 1]; ++to) {
            for (NodeId from = starts[c]; from < to; ++from) {
                if (square_distance(points[from], points[to]) < radius * radius) {
                    pairs.emplace_back(from, to);
                }
            }
        }
    }
    return pairs;
}

void add_links(const std::vector<NodeId>& starts, double density, Seed seed, std::vector<NodePair>& pairs) {
    const NodeId nodes = starts.back();
    std::vector<NodeId> community(static_cast<std::size_t>(nodes));
    double possible = 0.5 * nodes * nodes;
    for (std::size_t c = 0; c + 1 < starts.size(); ++c) {
        const double size = starts[c + 1] - starts[c];
        possible -= 0.5 * size * size;
        std::fill(community.begin() + starts[c], community.begin() + starts[c + 1], static_cast<NodeId>(c));
    }
    const auto wanted = static_cast<std::size_t>(density * possible);
    Random random(seed);
    std::unordered_set<std::uint64_t> seen;
    while (seen.size() < wanted) {
        const auto a = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(nodes)));
        const auto b = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(nodes)));
        const auto [from, to] = std::minmax(a, b);
        const std::uint64_t key = static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint64_t>(to);
        if (community[a] != community[b] && seen.insert(key).second) {
            pairs.emplace_back(from, to);
        }
    }
}

}  // namespace

NodeId default_communities(NodeId nodes) {
    return std::max<NodeId>(1, static_cast<NodeId>(std::round(std::sqrt(static_cast<double>(std::max<NodeId>(1, nodes))) / 2)));
}

double default_community_radius(NodeId nodes) {
    return std::sqrt(2 * std::sqrt(static_cast<double>(nodes))) / 2;
}

PlacedGraph community_graph(NodeId nodes, Seed seed, const CommunityOptions& options) {
    require_at_least("nodes", nodes, 1);
    const NodeId communities = options.communities.value_or(default_communities(nodes));
    require_at_least("communities", communities, 1);
    require_at_most("communities", communities, nodes);
    const double density = options.link_density.value_or(1.0 / nodes);
    require_probability("link density", density);
    const std::vector<NodeId> starts = community_starts(nodes, communities, seed.child("community sizes"));
    std::vector<Point> points = points_in_discs(starts, seed.child("community points"));
    std::vector<NodePair> pairs = pairs_within(starts, points, options.radius.value_or(default_community_radius(nodes)));
    add_links(starts, density, seed.child("community links"), pairs);
    stand_in_a_circle(starts, points);
    return {unit_graph(nodes, pairs), std::move(points)};
}

}  // namespace ndpool

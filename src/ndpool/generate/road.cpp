#include "ndpool/generate/road.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/generate/arguments.hpp"
#include "ndpool/generate/unit_graph.hpp"

namespace ndpool {

namespace {

/// Junctions in rows of a lattice (the last may be short) and the roads between them.
struct Lattice {
    NodeId junctions = 0;
    NodeId columns = 1;
    std::vector<NodePair> roads;       ///< between junctions
    std::vector<std::size_t> offsets;  ///< the first road of each junction, and the number of roads at the end
};

Lattice draw_roads(NodeId junctions, const RoadOptions& options, Seed seed) {
    Random random(seed);
    const auto columns = static_cast<NodeId>(std::ceil(std::sqrt(static_cast<double>(junctions))));
    Lattice lattice{junctions, columns, {}, {}};
    lattice.offsets.reserve(static_cast<std::size_t>(junctions) + 1);
    for (NodeId junction = 0; junction < junctions; ++junction) {
        lattice.offsets.push_back(lattice.roads.size());
        const bool has_up = junction >= columns;
        const bool has_left = junction % columns != 0;
        const bool both = random.uniform() < options.second;
        const bool prefers_up = random.coin();
        if (has_up && (both || prefers_up || !has_left)) {
            lattice.roads.emplace_back(junction - columns, junction);
        }
        if (has_left && (both || !prefers_up || !has_up)) {
            lattice.roads.emplace_back(junction - 1, junction);
        }
        if (has_up && has_left && random.uniform() < options.diagonal) {
            // A diagonal of the block to the upper left, which has at most one.
            lattice.roads.push_back(random.coin() ? NodePair{junction - columns - 1, junction}
                                                  : NodePair{junction - columns, junction - 1});
        }
    }
    lattice.offsets.push_back(lattice.roads.size());
    return lattice;
}

std::vector<Point> place_junctions(const Lattice& lattice, Seed seed) {
    constexpr double shake = 0.2;  // below a quarter every block stays convex and no two roads cross
    Random random(seed);
    std::vector<Point> places;
    places.reserve(static_cast<std::size_t>(lattice.junctions));
    for (NodeId junction = 0; junction < lattice.junctions; ++junction) {
        const NodeId row = junction / lattice.columns;
        const NodeId column = junction % lattice.columns;
        const double x = column + random.uniform(-shake, shake);
        const double y = row + random.uniform(-shake, shake);
        places.push_back({x, y});
    }
    return places;
}

/// The number of bends of each road.
std::vector<NodeId> scatter_bends(std::size_t roads, NodeId bends, Seed seed) {
    Random random(seed);
    std::vector<NodeId> count(roads, 0);
    for (NodeId bend = 0; bend < bends; ++bend) {
        ++count[random.below(roads)];
    }
    return count;
}

Point between(Point a, Point b, double share) {
    return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

}  // namespace

PlacedGraph road_graph(NodeId nodes, Seed seed, const RoadOptions& options) {
    require_at_least("nodes", nodes, 1);
    require_probability("share of junctions", options.junctions);
    require_probability("probability of a second road", options.second);
    require_probability("probability of a diagonal", options.diagonal);
    const auto junctions = std::max(std::min<NodeId>(nodes, 2), static_cast<NodeId>(std::round(options.junctions * nodes)));
    const Lattice lattice = draw_roads(junctions, options, seed.child("road network"));
    const std::vector<Point> places = place_junctions(lattice, seed.child("road places"));
    const std::vector<NodeId> bends = scatter_bends(lattice.roads.size(), nodes - junctions, seed.child("road bends"));

    std::vector<Point> positions;
    positions.reserve(static_cast<std::size_t>(nodes));
    std::vector<NodePair> pairs;
    pairs.reserve(lattice.roads.size() + static_cast<std::size_t>(nodes - junctions));
    std::vector<NodeId> node_of(static_cast<std::size_t>(junctions));
    for (NodeId junction = 0; junction < junctions; ++junction) {
        node_of[junction] = static_cast<NodeId>(positions.size());
        positions.push_back(places[junction]);
        for (std::size_t road = lattice.offsets[junction]; road < lattice.offsets[junction + 1]; ++road) {
            const auto& [from, to] = lattice.roads[road];
            NodeId last = node_of[from];
            for (NodeId bend = 1; bend <= bends[road]; ++bend) {
                const auto node = static_cast<NodeId>(positions.size());
                positions.push_back(between(places[from], places[to], static_cast<double>(bend) / (bends[road] + 1)));
                pairs.emplace_back(last, node);
                last = node;
            }
            pairs.emplace_back(last, node_of[to]);
        }
    }
    return {unit_graph(nodes, pairs), std::move(positions)};
}

}  // namespace ndpool

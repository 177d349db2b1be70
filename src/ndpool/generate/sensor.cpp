#include "ndpool/generate/sensor.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/base/elementary.hpp"
#include "ndpool/generate/arguments.hpp"
#include "ndpool/generate/joining_edges.hpp"
#include "ndpool/generate/nearest_neighbors.hpp"

namespace ndpool {

namespace {

std::vector<Point> scatter_evenly(NodeId nodes, Seed seed) {
    Random random(seed);
    auto side = static_cast<EntryIndex>(std::sqrt(static_cast<double>(nodes)));
    side += side * side < nodes ? 1 : 0;
    const EntryIndex cells = side * side;
    std::vector<Point> points;
    points.reserve(static_cast<std::size_t>(nodes));
    for (EntryIndex cell = 0; cell < cells; ++cell) {
        // Cells are left empty at random, each subset of them with the same probability (Knuth's selection sampling).
        const auto wanted = static_cast<std::uint64_t>(nodes) - points.size();
        if (random.below(static_cast<std::uint64_t>(cells - cell)) < wanted) {
            const EntryIndex row = cell / side;
            const EntryIndex column = cell % side;
            const double x = static_cast<double>(column) + random.uniform();
            const double y = static_cast<double>(row) + random.uniform();
            points.push_back({x / static_cast<double>(side), y / static_cast<double>(side)});
        }
    }
    return points;
}

}  // namespace

PlacedGraph sensor_graph(NodeId nodes, Seed seed, const SensorOptions& options) {
    require_at_least("nodes", nodes, 1);
    require_at_least("neighbours", options.neighbors, 1);
    std::vector<Point> points = scatter_evenly(nodes, seed.child("sensor"));
    const NeighborTable table = nearest_neighbors(points, std::min(options.neighbors, nodes - 1));
    const double sigma = mean_distance(points, table);
    const auto weight = [=](double square) { return portable_exp(-square / (2 * sigma * sigma)); };
    Graph graph = neighbor_graph(points, table, weight);
    const std::vector<Edge> joints = joining_edges(points, graph, weight);
    if (!joints.empty()) {
        std::vector<Edge> edges = edges_of(graph);
        edges.insert(edges.end(), joints.begin(), joints.end());
        graph = Graph::from_edges(nodes, edges);
    }
    return {std::move(graph), std::move(points)};
}

}  // namespace ndpool

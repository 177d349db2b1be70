#include "ndpool/reproduce/drawings/fig_batch.hpp"

#include <fmt/format.h>

#include <array>

#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/reproduce/cuts/family.hpp"
#include "ndpool/reproduce/drawings/drawn_levels.hpp"

namespace ndpool {

ReportFigure fig_batch(const ExperimentOptions& /*options*/, Seed seed) {
    constexpr std::array<const char*, 3> specs{"ring:12", "grid:4x5", "sensor:16,4"};
    std::vector<Graph> graphs;
    std::vector<Point> positions;
    double offset = 0;
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const PlacedGraph placed = placed_instance(specs[i], seed.child("graph", i));
        double left = placed.positions.front().x;
        double right = left;
        double bottom = placed.positions.front().y;
        double top = bottom;
        for (const Point& point : placed.positions) {
            left = std::min(left, point.x);
            right = std::max(right, point.x);
            bottom = std::min(bottom, point.y);
            top = std::max(top, point.y);
        }
        const double size = std::max({right - left, top - bottom, 1e-9});
        for (const Point& point : placed.positions) {
            positions.push_back({offset + (point.x - left) / size, (point.y - bottom) / size});
        }
        offset += 1.3;
        graphs.push_back(placed.graph);
    }
    const Graph batch = disjoint_union(graphs);
    const NdpOptions ndp{.levels = {1, 2}};
    const Pyramid pyramid = ndp_pyramid(batch, ndp, seed.child("batch"));
    NodeId one_by_one = 0;
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        one_by_one += ndp_pyramid(graphs[i], ndp, seed.child("single", i)).levels.back().graph.node_count();
    }
    NodeId largest = 0;
    for (const Graph& graph : graphs) {
        largest = std::max(largest, graph.node_count());
    }
    ReportFigure figure{
        .name = "fig-batch",
        .title = "A mini-batch as one disjoint union",
        .paper_place = "supplement, mini-batch training",
        .says = "Three graphs of different sizes become one graph with a block for each; pooling never joins two blocks."};
    figure.graphs = {drawn_pyramid("The union and its levels", pyramid, std::move(positions))};
    figure.matrices = {adjacency_picture("level 0", batch), adjacency_picture("level 1", pyramid.levels[0].graph),
                       adjacency_picture("level 2", pyramid.levels[1].graph)};
    const bool apart = component_count(pyramid.levels.back().graph) == static_cast<NodeId>(graphs.size());
    figure.verdict = verdict_by(
        {{"the graphs of a batch stay apart: level 2 has as many components as there are graphs",
          fmt::format("{} of {}", component_count(pyramid.levels.back().graph), graphs.size()), apart}},
        fmt::format("{} nodes instead of {} with zero-padding; level 2 has {} nodes (graph by graph: {})", batch.node_count(),
                    static_cast<NodeId>(graphs.size()) * largest, pyramid.levels.back().graph.node_count(), one_by_one));
    return figure;
}

}  // namespace ndpool

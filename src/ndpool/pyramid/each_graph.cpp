#include "ndpool/pyramid/each_graph.hpp"

#include <fmt/format.h>

#include <atomic>

#include "ndpool/graph/components.hpp"

namespace ndpool {

void check_levels(const std::vector<int>& levels) {
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (levels[i] < 1 || (i > 0 && levels[i] <= levels[i - 1])) {
            throw InvalidInput(fmt::format("levels: {} is out of order, expected ascending numbers of at least 1", levels[i]));
        }
    }
}

void check_exactly_nodes(const Graph& graph, NodeId nodes) {
    if (nodes == 0) {
        return;
    }
    if (nodes > graph.node_count()) {
        throw InvalidInput(fmt::format("{} nodes cannot be kept of the {} that the graph has", nodes, graph.node_count()));
    }
    const NodeId components = component_count(graph);
    if (nodes < components) {
        throw InvalidInput(
            fmt::format("{} nodes are too few: the graph has {} components, and each keeps a node", nodes, components));
    }
}

std::vector<Pyramid> pyramid_of_each(std::span<const Graph> graphs, Seed seed, const Parallel& parallel, const Progress& progress,
                                     std::size_t first_number, const std::function<Pyramid(const Graph&, Seed)>& make) {
    std::vector<Pyramid> pyramids(graphs.size());
    std::atomic<std::size_t> done{0};
    parallel_for(graphs.size(), parallel, [&](std::size_t i) {
        pyramids[i] = make(graphs[i], seed.child("graph", first_number + i));
        const std::size_t finished = ++done;
        if (progress) {
            progress("coarsening", finished, graphs.size());
        }
    });
    return pyramids;
}

}  // namespace ndpool

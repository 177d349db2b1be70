#pragma once

#include <set>
#include <utility>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/dataset.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// A graph with self-loops and isolated nodes, also the last; weights of any size, or whole ones.
inline Graph random_graph(Random& random, bool whole_weights) {
    const auto nodes = static_cast<NodeId>(1 + random.below(30));
    std::set<std::pair<NodeId, NodeId>> pairs;
    for (std::uint64_t k = random.below(60); k > 0; --k) {
        const auto a = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(nodes)));
        const auto b = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(nodes)));
        pairs.insert({std::min(a, b), std::max(a, b)});
    }
    std::vector<Edge> edges;
    for (const auto& [from, to] : pairs) {
        const double whole = 1 + static_cast<double>(random.below(3));
        edges.push_back({from, to, whole_weights ? whole : whole * random.uniform() * (random.coin() ? 1e-12 : 1e9)});
    }
    return Graph::from_edges(nodes + static_cast<NodeId>(random.below(3)), edges);
}

inline Dataset random_dataset(Random& random) {
    Dataset dataset;
    dataset.name = "SOME";
    dataset.node_labels.columns = 2;
    dataset.node_attributes.columns = 3;
    dataset.graph_attributes.columns = 1;
    for (std::uint64_t graphs = 1 + random.below(6); graphs > 0; --graphs) {
        dataset.graphs.push_back(random.below(4) == 0 ? Graph() : random_graph(random, random.coin()));
        dataset.graph_labels.push_back(static_cast<long>(random.below(3)) - 1);
        dataset.graph_attributes.values.push_back(random.normal());
        dataset.graph_split.emplace_back(random.coin() ? "train" : "test");
        for (NodeId node = 0; node < dataset.graphs.back().node_count(); ++node) {
            for (int k = 0; k < 2; ++k) {
                dataset.node_labels.values.push_back(static_cast<long>(random.below(9)));
            }
            for (int k = 0; k < 3; ++k) {
                dataset.node_attributes.values.push_back(random.normal());
            }
        }
    }
    if (dataset.node_labels.values.empty()) {
        dataset.node_labels = {};
        dataset.node_attributes = {};
    }
    return dataset;
}

}  // namespace ndpool

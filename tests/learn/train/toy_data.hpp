// Small data sets that networks can learn in no time.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/learn/train/run_options.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {

/// Random connected graphs of two classes, labels 3 and 8: half of the nodes are red (0), the others green (1) in graphs of the
/// first class and blue (2) in those of the second. Edges have labels 5 or 6.
inline Dataset coloured_graphs(std::size_t graphs, std::uint64_t seed) {
    Dataset data;
    data.name = "coloured";
    data.node_labels.columns = 1;
    data.edge_labels.columns = 1;
    for (std::size_t g = 0; g < graphs; ++g) {
        const RandomGraphOptions plain{6, 14, false, 0, false, false};
        data.graphs.push_back(random_graph(Seed(seed).child("graph", g), plain));
        data.graph_labels.push_back(g % 2 == 0 ? 3 : 8);
        const Graph& graph = data.graphs.back();
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            data.node_labels.values.push_back(node % 2 == 0 ? 0 : 1 + static_cast<long>(g % 2));
            for (const NodeId neighbor : graph.neighbors(node)) {
                data.edge_labels.values.push_back(5 + (node + neighbor) % 2);
            }
        }
    }
    return data;
}

/// A small network that is trained for a moment.
inline RunOptions quick_options(PoolMethod pool = PoolMethod::ndp) {
    RunOptions options;
    options.pool = pool;
    options.network.channels = {6, 6, 6};
    options.network.pool.reduce = parts_of(pool).reduce;
    options.ndp.levels = levels_of(options);
    options.training.adam.learning_rate = 0.01;
    options.training.batch_size = 8;
    options.training.epochs = 6;
    options.folds = 3;
    return options;
}

/// A test that leaves the user's cache alone.
class WithoutCache : public ::testing::Test {
protected:
    WithoutCache() { setenv("NDPOOL_CACHE", "", 1); }
};

}  // namespace ndpool

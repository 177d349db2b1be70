#include "ndpool/learning/sample.hpp"

#include <numeric>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

std::vector<std::int32_t> all_of(NodeId nodes) {
    std::vector<std::int32_t> numbers(nodes);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

/// Which nodes go into each node of the next level and with what weight.
SparseRows pool_of(const Pyramid& pyramid, std::size_t index, Reduce reduce) {
    const Level& next = pyramid.levels[index];
    const NodeId nodes = node_count_at(pyramid, index);
    SparseRows pool{next.graph.node_count(), nodes, {0}, {}, {}};
    if (reduce == Reduce::take) {
        for (const NodeId node : next.pool) {
            pool.indices.push_back(node);
            pool.values.push_back(1);
            pool.offsets.push_back(static_cast<std::int32_t>(pool.indices.size()));
        }
        return pool;
    }
    throw InvalidInput("only the features of kept nodes can be taken so far");
}

}  // namespace

Hop hop_of(SparseRows matrix, std::vector<std::int32_t> rows) {
    SparseRows other = transposed(matrix);
    return {std::move(matrix), std::move(other), std::move(rows)};
}

Sample make_sample(const Pyramid& pyramid, std::size_t feature_count, std::span<const float> features, std::int32_t label,
                   const SampleOptions& options) {
    Sample sample{label, feature_count, {features.begin(), features.end()}, {}, {}};
    sample.features.resize(static_cast<std::size_t>(pyramid.base.node_count()) * feature_count, 0);
    for (std::size_t index = 0; index <= pyramid.levels.size(); ++index) {
        const Graph& graph = index == 0 ? pyramid.base : pyramid.levels[index - 1].graph;
        SparseRows matrix = propagation_matrix(graph, options.propagation);
        LevelMaps maps;
        if (options.several_hops) {
            maps.inner = hop_of(matrix, all_of(graph.node_count()));
        }
        const bool pooled = index < pyramid.levels.size();
        if (pooled && options.prune && options.reduce == Reduce::take) {
            const std::vector<NodeId>& kept = pyramid.levels[index].pool;
            maps.last = hop_of(some_rows(matrix, kept), kept);
        } else {
            maps.last = hop_of(std::move(matrix), all_of(graph.node_count()));
            if (pooled) {
                maps.pool = pool_of(pyramid, index, options.reduce);
                maps.pool_transposed = transposed(maps.pool);
            }
        }
        sample.levels.push_back(std::move(maps));
    }
    if (options.keep_adjacency) {
        sample.adjacency = propagation_matrix(pyramid.base, Propagation::plain);
    }
    return sample;
}

}  // namespace ndpool

#include "ndpool/learn/data/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "ndpool/base/error.hpp"
#include "ndpool/pyramid/cluster_assignment.hpp"
#include "ndpool/pyramid/harmonic_restriction.hpp"

namespace ndpool {

namespace {

std::vector<std::int32_t> all_of(NodeId nodes) {
    std::vector<std::int32_t> numbers(nodes);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

void check_annotations(const Graph& base, const SampleOptions& options, const EdgeAnnotations& edges) {
    if (options.propagation == Propagation::symmetric_with_loops) {
        throw InvalidInput("edges cannot be annotated where a layer adds self-loops of its own");
    }
    const auto entries = static_cast<std::size_t>(base.entry_count());
    if (edges.attributes.size() != entries * edges.columns) {
        throw InvalidInput(fmt::format("{} numbers annotate edges, expected {} for each of {} stored entries",
                                       edges.attributes.size(), edges.columns, entries));
    }
    if (!edges.relations.empty() && edges.relations.size() != entries) {
        throw InvalidInput(
            fmt::format("{} edge relations, expected one for each of {} stored entries", edges.relations.size(), entries));
    }
    for (std::size_t k = 0; k < edges.relations.size(); ++k) {
        if (edges.relations[k] < 0 || edges.relations[k] >= edges.relation_count) {
            throw InvalidInput(fmt::format("edge relation {} at stored entry {} is not in 0..{}", edges.relations[k], k,
                                           edges.relation_count - 1));
        }
    }
}

/// The entries of a computed row are those of its node in the adjacency matrix, in the same order.
void annotate(PropagationStep& hop, const Graph& graph, const EdgeAnnotations& edges, bool is_base) {
    const SparseMatrix& adjacency = graph.adjacency();
    hop.annotation_width = static_cast<std::int32_t>(1 + edges.columns);
    hop.annotations.reserve(hop.matrix.indices.size() * hop.annotation_width);
    hop.relations.reserve(hop.matrix.indices.size());
    for (const std::int32_t node : hop.rows) {
        for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
            hop.annotations.push_back(static_cast<float>(adjacency.values[k]));
            for (std::size_t column = 0; column < edges.columns; ++column) {
                hop.annotations.push_back(is_base ? static_cast<float>(edges.attributes[k * edges.columns + column]) : 0.0F);
            }
            if (is_base) {
                hop.relations.push_back(edges.relations.empty() ? 0 : edges.relations[k]);
            } else {
                hop.relations.push_back(edges.relation_count);
            }
        }
    }
}

/// Each node of the next level takes the features of the one node that it was.
SparseRows taking(const Level& next, NodeId nodes) {
    SparseRows pool{next.graph.node_count(), nodes, {0}, {}, {}};
    for (const NodeId node : next.pool) {
        pool.indices.push_back(node);
        pool.values.push_back(1);
        pool.offsets.push_back(static_cast<std::int32_t>(pool.indices.size()));
    }
    return pool;
}

SparseRows in_single_precision(const SparseMatrix& matrix) {
    return {matrix.rows,
            matrix.columns,
            {matrix.offsets.begin(), matrix.offsets.end()},
            matrix.indices,
            {matrix.values.begin(), matrix.values.end()}};
}

/// Each node of the next level combines all nodes that are assigned to it, with the weights of the method's assignment matrix
/// or else with weight 1.
SparseRows joining(const Pyramid& pyramid, std::size_t index) {
    const Level& next = pyramid.levels[index];
    if (next.assignment_matrix) {
        return in_single_precision(*next.assignment_matrix);
    }
    SparseRows members{node_count_at(pyramid, index), next.graph.node_count(), {0}, {}, {}};
    for (const NodeId joined : cluster_assignment(pyramid, index)) {
        if (joined >= 0) {
            members.indices.push_back(joined);
            members.values.push_back(1);
        }
        members.offsets.push_back(static_cast<std::int32_t>(members.indices.size()));
    }
    return transposed(members);
}

/// Divides every row by its sum.
void average_rows(SparseRows& rows) {
    for (std::int32_t row = 0; row < rows.rows; ++row) {
        const auto begin = rows.values.begin() + rows.offsets[row];
        const auto end = rows.values.begin() + rows.offsets[row + 1];
        const float sum = std::accumulate(begin, end, 0.0F);
        std::transform(begin, end, begin, [&](float value) { return sum > 0 ? value / sum : value; });
    }
}

/// Which nodes are combined into each node of the next level, and with what weights.
SparseRows pool_of(const Pyramid& pyramid, std::size_t index, Reduce reduce) {
    if (reduce == Reduce::take) {
        return taking(pyramid.levels[index], node_count_at(pyramid, index));
    }
    if (reduce == Reduce::harmonic) {
        return in_single_precision(harmonic_restriction(pyramid, index));
    }
    SparseRows pool = joining(pyramid, index);
    if (reduce == Reduce::mean) {
        average_rows(pool);
    }
    return pool;
}

}  // namespace

bool takes_beside(Reduce reduce) {
    return joining_part(reduce) != reduce;
}

Reduce joining_part(Reduce reduce) {
    switch (reduce) {
        case Reduce::take_and_mean: return Reduce::mean;
        case Reduce::take_and_sum: return Reduce::sum;
        case Reduce::take_and_max: return Reduce::max;
        case Reduce::take_and_harmonic: return Reduce::harmonic;
        default: return reduce;
    }
}

PropagationStep hop_of(SparseRows matrix, std::vector<std::int32_t> rows) {
    SparseRows other = transposed(matrix);
    PropagationStep hop;
    hop.matrix = std::move(matrix);
    hop.transposed = std::move(other);
    hop.rows = std::move(rows);
    return hop;
}

Sample make_sample(const Pyramid& pyramid, SparseRows features, std::int32_t label, const SampleOptions& options,
                   const EdgeAnnotations& edges) {
    if (options.annotate_edges) {
        check_annotations(pyramid.base, options, edges);
    }
    Sample sample{label, std::move(features), {}, {}};
    sample.features.rows = pyramid.base.node_count();
    sample.features.offsets.resize(sample.features.rows + 1, sample.features.offsets.back());
    for (std::size_t index = 0; index <= pyramid.levels.size(); ++index) {
        const Graph& graph = index == 0 ? pyramid.base : pyramid.levels[index - 1].graph;
        SparseRows matrix = propagation_matrix(graph, options.propagation);
        LevelOperators maps;
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
                maps.pool = pool_of(pyramid, index, joining_part(options.reduce));
                maps.pool_transposed = transposed(maps.pool);
                if (takes_beside(options.reduce)) {
                    maps.taken = pyramid.levels[index].pool;
                }
            }
        }
        if (options.annotate_edges) {
            annotate(maps.last, graph, edges, index == 0);
            annotate(maps.inner, graph, edges, index == 0);
        }
        sample.levels.push_back(std::move(maps));
    }
    if (options.keep_adjacency) {
        sample.adjacency = propagation_matrix(pyramid.base, Propagation::plain);
    }
    return sample;
}

}  // namespace ndpool

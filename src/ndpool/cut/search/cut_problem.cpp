#include "ndpool/cut/search/cut_problem.hpp"

#include <algorithm>
#include <cmath>

namespace ndpool {

namespace {

/// Up to this size a graph fits in the second-level cache and gains nothing from another order.
constexpr NodeId renumbered_above = 30000;
constexpr NodeId nodes_per_block = 8192;

template <typename Work>
void for_blocks(NodeId nodes, const Parallel& parallel, Work work) {
    const std::size_t blocks = (static_cast<std::size_t>(nodes) + nodes_per_block - 1) / nodes_per_block;
    parallel_for(blocks, parallel, [&](std::size_t block) {
        const auto begin = static_cast<NodeId>(block * nodes_per_block);
        work(begin, std::min(nodes, begin + nodes_per_block));
    });
}

/// Whether most neighbours of a sample of nodes lie within reach of a cache.
bool is_local(const SparseMatrix& adjacency) {
    constexpr NodeId sampled_every = 101;
    constexpr NodeId near = 4096;
    EntryIndex close = 0;
    EntryIndex all = 0;
    for (NodeId row = 0; row < adjacency.rows; row += sampled_every) {
        for (EntryIndex k = adjacency.offsets[row]; k < adjacency.offsets[row + 1]; ++k) {
            close += std::abs(adjacency.indices[k] - row) <= near ? 1 : 0;
            ++all;
        }
    }
    return 2 * close >= all;
}

std::vector<NodeId> breadth_first_order(const SparseMatrix& adjacency) {
    std::vector<NodeId> order;
    order.reserve(static_cast<std::size_t>(adjacency.rows));
    std::vector<char> seen(static_cast<std::size_t>(adjacency.rows), 0);
    for (NodeId start = 0; start < adjacency.rows; ++start) {
        if (seen[start] != 0) {
            continue;
        }
        seen[start] = 1;
        order.push_back(start);
        for (std::size_t head = order.size() - 1; head < order.size(); ++head) {
            const NodeId node = order[head];
            for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
                const NodeId neighbor = adjacency.indices[k];
                if (seen[neighbor] == 0) {
                    seen[neighbor] = 1;
                    order.push_back(neighbor);
                }
            }
        }
    }
    return order;
}

struct WeightScale {
    double factor = 1;
    double rounding = 0;
};

/// Integers, halves, quarters and so on become integers. Other weights are scaled so that the largest is near 2^20:
/// squares of sums stay in range, and weights too small for single precision are 1e-44 of the largest.
WeightScale scale_of(std::span<const double> weights) {
    constexpr double exact_up_to = 1 << 20;
    constexpr int finest = 6;
    double largest = 0;
    for (const double weight : weights) {
        largest = std::max(largest, std::abs(weight));
    }
    for (int parts = 0; parts <= finest && std::ldexp(largest, parts) <= exact_up_to; ++parts) {
        const double factor = std::ldexp(1.0, parts);
        if (std::all_of(weights.begin(), weights.end(), [&](double w) { return factor * w == std::nearbyint(factor * w); })) {
            return {factor, 0};
        }
    }
    constexpr int exponent_of_largest = 20;
    constexpr int largest_exponent = 1000;  // of a factor, which tiny weights would make infinite
    return {std::ldexp(1.0, std::min(largest_exponent, exponent_of_largest - std::ilogb(largest))), 1e-6};
}

}  // namespace

CutProblem::CutProblem(const Graph& graph, const Parallel& parallel) {
    build(graph.adjacency(), parallel);
}

CutProblem::CutProblem(const SignedGraph& graph, const Parallel& parallel) {
    build(graph.adjacency(), parallel);
}

void CutProblem::build(const SparseMatrix& adjacency, const Parallel& parallel) {
    const NodeId n = adjacency.rows;
    const bool renumber = n > renumbered_above && !is_local(adjacency);
    std::vector<NodeId> place;
    if (renumber) {
        order_ = breadth_first_order(adjacency);
        place.resize(order_.size());
        for (NodeId node = 0; node < n; ++node) {
            place[order_[node]] = node;
        }
    }
    offsets_.assign(static_cast<std::size_t>(n) + 1, 0);
    for (NodeId node = 0; node < n; ++node) {
        const NodeId row = renumber ? order_[node] : node;
        EntryIndex size = adjacency.offsets[row + 1] - adjacency.offsets[row];
        const auto begin = adjacency.indices.begin() + adjacency.offsets[row];
        size -= std::binary_search(begin, begin + size, row) ? 1 : 0;
        offsets_[node + 1] = offsets_[node] + size;
    }
    indices_.resize(static_cast<std::size_t>(offsets_.back()));
    weights_.resize(indices_.size());
    const WeightScale scale = scale_of(adjacency.values);
    rounding_ = scale.rounding;
    for_blocks(n, parallel, [&](NodeId begin, NodeId end) {
        for (NodeId node = begin; node < end; ++node) {
            const NodeId row = renumber ? order_[node] : node;
            EntryIndex next = offsets_[node];
            for (EntryIndex k = adjacency.offsets[row]; k < adjacency.offsets[row + 1]; ++k) {
                const NodeId column = adjacency.indices[k];
                if (column != row) {
                    indices_[next] = renumber ? place[column] : column;
                    weights_[next++] = static_cast<float>(scale.factor * adjacency.values[k]);
                }
            }
        }
    });
}

double CutProblem::magnitude(NodeId node) const {
    double sum = 0;
    for (const float weight : weights(node)) {
        sum += std::abs(weight);
    }
    return sum;
}

Sides CutProblem::in_input_order(std::span<const Side> sides) const {
    Sides result(sides.begin(), sides.end());
    for (std::size_t node = 0; node < order_.size(); ++node) {
        result[order_[node]] = sides[node];
    }
    return result;
}

Sides CutProblem::from_input_order(std::span<const Side> sides) const {
    Sides result(sides.begin(), sides.end());
    for (std::size_t node = 0; node < order_.size(); ++node) {
        result[node] = sides[order_[node]];
    }
    return result;
}

double cut_weight(const CutProblem& problem, std::span<const Side> sides) {
    double weight = 0;
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        if (sides[node] > 0) {
            const auto neighbors = problem.neighbors(node);
            const auto weights = problem.weights(node);
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                weight += sides[neighbors[k]] < 0 ? static_cast<double>(weights[k]) : 0.0;
            }
        }
    }
    return weight;
}

}  // namespace ndpool

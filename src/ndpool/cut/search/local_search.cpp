#include "ndpool/cut/search/local_search.hpp"

#include <algorithm>

namespace ndpool {

double gain_of(const CutProblem& problem, NodeId node, std::span<const Side> sides) {
    const auto neighbors = problem.neighbors(node);
    const auto weights = problem.weights(node);
    double pull = 0;
    for (std::size_t k = 0; k < neighbors.size(); ++k) {
        pull += static_cast<double>(weights[k]) * sides[neighbors[k]];
    }
    return pull * sides[node];
}

std::vector<double> gains_of(const CutProblem& problem, std::span<const Side> sides, const Parallel& parallel) {
    constexpr NodeId nodes_per_block = 8192;
    const NodeId n = problem.node_count();
    std::vector<double> gains(static_cast<std::size_t>(n));
    parallel_for(static_cast<std::size_t>((n + nodes_per_block - 1) / nodes_per_block), parallel, [&](std::size_t block) {
        const auto begin = static_cast<NodeId>(block * nodes_per_block);
        for (NodeId node = begin; node < std::min(n, begin + nodes_per_block); ++node) {
            gains[node] = gain_of(problem, node, sides);
        }
    });
    return gains;
}

void flip(const CutProblem& problem, NodeId node, std::span<Side> sides, std::span<double> gains) {
    const auto neighbors = problem.neighbors(node);
    const auto weights = problem.weights(node);
    const double change = 2.0 * sides[node];
    for (std::size_t k = 0; k < neighbors.size(); ++k) {
        gains[neighbors[k]] -= change * sides[neighbors[k]] * static_cast<double>(weights[k]);
    }
    gains[node] = -gains[node];
    sides[node] = static_cast<Side>(-sides[node]);
}

double local_search(const CutProblem& problem, std::span<Side> sides, std::span<double> gains) {
    std::vector<NodeId> queue;
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        if (gains[node] > 0) {
            queue.push_back(node);
        }
    }
    double gained = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const NodeId node = queue[head];
        if (gains[node] > 0 && gains[node] > problem.noise(node)) {
            gained += gains[node];
            flip(problem, node, sides, gains);
            for (const NodeId neighbor : problem.neighbors(node)) {
                if (gains[neighbor] > 0) {
                    queue.push_back(neighbor);
                }
            }
        }
    }
    return gained;
}

double local_search(const CutProblem& problem, std::span<Side> sides, const Parallel& parallel) {
    std::vector<double> gains = gains_of(problem, sides, parallel);
    return local_search(problem, sides, gains);
}

}  // namespace ndpool

#include "ndpool/cut/spectral/power_cut.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/base/stop.hpp"
#include "ndpool/cut/search/local_search.hpp"

namespace ndpool {

namespace {

/// z - D^-1 A z: each step doubles a vector's length at most, so a few steps need no scaling.
void multiply(const CutProblem& problem, std::span<const double> z, std::span<double> result, const Parallel& parallel) {
    constexpr std::size_t nodes_per_block = 8192;
    parallel_for((z.size() + nodes_per_block - 1) / nodes_per_block, parallel, [&](std::size_t block) {
        const std::size_t end = std::min(z.size(), (block + 1) * nodes_per_block);
        for (std::size_t i = block * nodes_per_block; i < end; ++i) {
            const auto node = static_cast<NodeId>(i);
            const auto neighbors = problem.neighbors(node);
            const auto weights = problem.weights(node);
            double pull = 0;
            double magnitude = 0;
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                pull += static_cast<double>(weights[k]) * z[neighbors[k]];
                magnitude += std::abs(weights[k]);
            }
            result[i] = magnitude > 0 ? z[i] - pull / magnitude : z[i];
        }
    });
}

/// Brings the largest number close to one. Multiplied by a power of two, numbers keep their signs and digits.
void scale(std::span<double> z) {
    double largest = 0;
    for (const double value : z) {
        largest = std::max(largest, std::abs(value));
    }
    const int exponent = largest > 0 ? std::ilogb(largest) : 0;
    for (double& value : z) {
        value = std::ldexp(value, -exponent);
    }
}

}  // namespace

Sides power_sides(const CutProblem& problem, const PowerCutOptions& options, Seed seed, const Parallel& parallel) {
    // Within this number of steps nothing grows beyond 2^500, and the largest eigenvalue is at least 1. Any value up to 1000
    // gives the same signs.
    constexpr int steps_before_scaling = 500;
    Random random(seed.child("start"));
    std::vector<double> z(static_cast<std::size_t>(problem.node_count()));
    for (double& value : z) {
        value = random.uniform(-1, 1);
    }
    std::vector<double> next(z.size());
    for (int step = 1; step <= options.steps; ++step) {
        stop_if_requested();
        multiply(problem, z, next, parallel);
        z.swap(next);
        if (step % steps_before_scaling == 0) {
            scale(z);
        }
    }
    Sides sides(z.size());
    for (std::size_t i = 0; i < z.size(); ++i) {
        sides[i] = z[i] >= 0 ? Side{1} : Side{-1};
    }
    local_search(problem, sides, parallel);
    return sides;
}

}  // namespace ndpool

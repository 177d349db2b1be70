#include "ndpool/cut/search/annealing.hpp"

#include <cmath>

#include "ndpool/base/stop.hpp"
#include "ndpool/cut/search/local_search.hpp"

namespace ndpool {

namespace {

constexpr std::size_t variates = 1 << 14;

/// The expected order statistics of `variates` exponential variates (Renyi 1953), shuffled; they need no logarithm.
std::vector<float> exponential_variates(Random& random) {
    std::vector<float> values(variates);
    double value = 0;
    for (std::size_t left = variates; left > 0; --left) {
        value += 1 / static_cast<double>(left);
        values[left - 1] = static_cast<float>(value);
    }
    shuffle(std::span(values), random);
    return values;
}

/// sqrt(q^3 / mean of q), q being the root of the sum of a node's squared weights.
std::vector<float> temperature_scale(const CutProblem& problem) {
    const auto n = static_cast<std::size_t>(problem.node_count());
    std::vector<double> pull(n);
    double sum = 0;
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        double squares = 0;
        for (const float weight : problem.weights(node)) {
            squares += static_cast<double>(weight) * weight;
        }
        pull[node] = std::sqrt(squares);
        sum += pull[node];
    }
    const double mean = n > 0 && sum > 0 ? sum / static_cast<double>(n) : 1;
    std::vector<float> scale(n);
    for (std::size_t i = 0; i < n; ++i) {
        scale[i] = static_cast<float>(pull[i] * std::sqrt(pull[i] / mean));
    }
    return scale;
}

}  // namespace

Annealing::Annealing(const CutProblem& problem, Seed seed)
    : problem_(problem), random_(seed), losses_(exponential_variates(random_)), scale_(temperature_scale(problem)) {
    arcs_.reserve(problem.indices().size());
    for (std::size_t k = 0; k < problem.indices().size(); ++k) {
        arcs_.push_back({problem.indices()[k], 2 * problem.weights()[k]});
    }
}

void Annealing::sweep(float temperature) {
    constexpr NodeId nodes_per_block = 1024;
    const NodeId n = problem_.node_count();
    float* const fields = fields_.data();
    float* const signs = signs_.data();
    const float* const scale = scale_.data();
    for (NodeId begin = 0; begin < n; begin += nodes_per_block) {
        const NodeId end = std::min(n, begin + nodes_per_block);
        const float* const losses = losses_.data() + (random_.bits() >> 32) % (variates - nodes_per_block);
        for (NodeId node = begin; node < end; ++node) {
            const float sign = signs[node];
            if (fields[node] * sign <= -temperature * scale[node] * losses[node - begin]) {
                continue;
            }
            signs[node] = -sign;
            const Arc* const last = arcs_.data() + problem_.offsets()[node + 1];
            for (const Arc* arc = arcs_.data() + problem_.offsets()[node]; arc != last; ++arc) {
                fields[arc->to] -= sign * arc->twice_weight;
            }
        }
    }
}

void Annealing::run(std::span<Side> sides, const AnnealingSchedule& schedule, SearchBudget& budget) {
    const std::vector<double> gains = gains_of(problem_, sides);
    signs_.assign(sides.begin(), sides.end());
    fields_.resize(sides.size());
    for (std::size_t node = 0; node < sides.size(); ++node) {
        fields_[node] = static_cast<float>(gains[node]) * signs_[node];
    }
    const auto steps_per_sweep = static_cast<std::uint64_t>(problem_.node_count());
    for (std::uint64_t i = 0; i < schedule.sweeps; ++i) {
        stop_if_requested();
        if (budget.grant(steps_per_sweep) < steps_per_sweep) {
            break;
        }
        const double passed = static_cast<double>(i) / static_cast<double>(schedule.sweeps);
        sweep(static_cast<float>(schedule.from + (schedule.to - schedule.from) * passed));
    }
    for (std::size_t node = 0; node < sides.size(); ++node) {
        sides[node] = signs_[node] > 0 ? Side{1} : Side{-1};
    }
    local_search(problem_, sides);
}

}  // namespace ndpool

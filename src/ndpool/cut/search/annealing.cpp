#include "ndpool/cut/search/annealing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/cut/search/local_search.hpp"

namespace ndpool {

namespace {

constexpr std::size_t variates = 1 << 14;

}  // namespace

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

namespace {

constexpr NodeId nodes_per_variates = 1024;
constexpr NodeId nodes_tested_at_once = 16;

/// Tries to flip each node of [begin, end) once, in their order: the nodes of a block are tested together, and a flip tests its
/// neighbours in the same block again.
struct SweepNodes {
    template <int bytes>
    [[gnu::always_inline]] static void run(AnnealingGraph& graph, float temperature, NodeId begin, NodeId end,
                                           const float* losses) {
        using Row = Lanes<float, nodes_tested_at_once, bytes>;
        float* const fields = graph.fields.data();
        float* const signs = graph.signs.data();
        const float* const scale = graph.scale.data();
        const EntryIndex* const offsets = graph.offsets.data();
        const EntryIndex* const outside = graph.outside.data();
        const auto* const arcs = graph.arcs.data();
        for (NodeId first = begin; first < end; first += nodes_tested_at_once) {
            Row gains = Row::load(fields + first);
            gains *= Row::load(signs + first);
            // The sum is positive only if the gain is above the negative loss, whatever the rounding.
            Row taken = Row::load(scale + first) * temperature;
            taken *= Row::load(losses + (first - begin));
            gains += taken;
            for (std::uint32_t flips = gains.positive_bits(); flips != 0;) {
                const NodeId node = first + std::countr_zero(flips);
                flips &= flips - 1;
                const float sign = signs[node];
                signs[node] = -sign;
                const auto* arc = arcs + offsets[node];
                const auto* const middle = arcs + outside[node];
                const auto* const last = arcs + offsets[node + 1];
                for (; arc != middle; ++arc) {
                    const NodeId to = arc->to;
                    fields[to] -= sign * arc->twice_weight;
                    if (to > node) {
                        const bool is_taken = fields[to] * signs[to] + scale[to] * temperature * losses[to - begin] > 0;
                        const std::uint32_t bit = std::uint32_t{1} << (to - first);
                        flips = is_taken ? flips | bit : flips & ~bit;
                    }
                }
                for (; arc != last; ++arc) {
                    fields[arc->to] -= sign * arc->twice_weight;
                }
            }
        }
    }
};

}  // namespace

Annealing::Annealing(const CutProblem& problem, Seed seed)
    : problem_(problem), random_(seed), losses_(exponential_variates(random_)) {
    const NodeId n = problem.node_count();
    graph_.scale = temperature_scale(problem);
    graph_.arcs.reserve(problem.indices().size());
    graph_.offsets.assign(problem.offsets().begin(), problem.offsets().end());
    for (NodeId node = 0; node < n; ++node) {
        const auto neighbors = problem.neighbors(node);
        const auto weights = problem.weights(node);
        for (const bool outside : {false, true}) {
            if (outside) {
                graph_.outside.push_back(static_cast<EntryIndex>(graph_.arcs.size()));
            }
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                if ((neighbors[k] / nodes_tested_at_once != node / nodes_tested_at_once) == outside) {
                    graph_.arcs.push_back({neighbors[k], 2 * weights[k]});
                }
            }
        }
    }
    // Nodes that fill the last block; a field of -1 at temperature 0 never flips.
    const NodeId blocks = (n + nodes_tested_at_once - 1) / nodes_tested_at_once;
    const std::size_t padded = static_cast<std::size_t>(blocks) * nodes_tested_at_once;
    graph_.scale.resize(padded, 0);
    graph_.fields.assign(padded, -1);
    graph_.signs.assign(padded, 1);
}

void Annealing::sweep(float temperature) {
    const NodeId n = problem_.node_count();
    for (NodeId begin = 0; begin < n; begin += nodes_per_variates) {
        const float* const losses = losses_.data() + (random_.bits() >> 32) % (variates - nodes_per_variates);
        run_vectorised<SweepNodes>(graph_, temperature, begin, std::min(n, begin + nodes_per_variates), losses);
    }
}

void Annealing::run(std::span<Side> sides, const AnnealingSchedule& schedule, SearchBudget& budget) {
    const std::vector<double> gains = gains_of(problem_, sides);
    for (std::size_t node = 0; node < sides.size(); ++node) {
        graph_.signs[node] = sides[node];
        graph_.fields[node] = static_cast<float>(gains[node]) * graph_.signs[node];
    }
    const auto steps_per_sweep = static_cast<std::uint64_t>(problem_.node_count());
    for (std::uint64_t i = 0; i < schedule.sweeps; ++i) {
        stop_if_requested();
        if (budget.grant(steps_per_sweep) < steps_per_sweep) {
            break;
        }
        sweep(static_cast<float>(schedule.at(i)));
    }
    for (std::size_t node = 0; node < sides.size(); ++node) {
        sides[node] = graph_.signs[node] > 0 ? Side{1} : Side{-1};
    }
    local_search(problem_, sides);
}

}  // namespace ndpool

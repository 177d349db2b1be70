#include "ndpool/cut/search/annealing_group.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/cut/search/local_search.hpp"

namespace ndpool {

namespace {

/// Sums of weights, and losses that are taken, are below: both together fit into 16 bits.
constexpr double largest_short = 1 << 14;
constexpr double hottest = 0.5;
constexpr double largest_variate = 10.4;

/// The largest loss that is taken in each lane, and for integers 1 more: there a loss is taken that equals it.
template <typename Row>
[[gnu::always_inline]] inline Row losses_taken(const float* variates, const NodeTemperature<float>& temperature) {
    return Row::load(variates) * temperature.factor;
}

template <typename Row>
[[gnu::always_inline]] inline Row losses_taken(const std::int16_t* variates, const NodeTemperature<std::int16_t>& temperature) {
    Row losses = Row::load(variates);
    losses *= temperature.factor;
    losses >>= temperature.shift;
    return losses += Row::filled(1);
}

template <typename Number>
struct SweepGroup {
    template <int bytes>
    [[gnu::always_inline]] static void run(AnnealingState<Number>& state, float temperature, std::uint32_t random) {
        constexpr std::size_t lanes = annealing_lanes<Number>;
        using Row = Lanes<Number, static_cast<int>(lanes), bytes>;
        const std::uint64_t places = state.variates.size() - lanes;
        const auto nodes = static_cast<NodeId>(state.scale.size());
        const EntryIndex* const offsets = state.offsets.data();
        const auto* const arcs = state.arcs.data();
        const Number* const variates = state.variates.data();
        Number* const fields = state.fields.data();
        auto* sign = state.signs.data();
        for (NodeId node = 0; node < nodes; ++node, sign += lanes) {
            // Knuth and Lewis; the upper bits give the place.
            random = random * 1664525U + 1013904223U;
            const std::uint64_t place = (random * places) >> 32;
            const Row signs = Row::load_converted(sign);
            Row slack = Row::load(fields + static_cast<std::size_t>(node) * lanes);
            slack *= signs;
            slack += losses_taken<Row>(variates + place, NodeTemperature<Number>::of(temperature * state.scale[node]));
            const Row flipped = signs.where_positive(slack);
            if (!flipped.any()) {
                continue;
            }
            (signs - (flipped + flipped)).store_converted(sign);
            const auto* const last = arcs + offsets[node + 1];
            for (const auto* arc = arcs + offsets[node]; arc != last; ++arc) {
                Number* const field = fields + static_cast<std::size_t>(arc->to) * lanes;
                (Row::load(field) - flipped * arc->twice_weight).store(field);
            }
        }
    }
};

}  // namespace

NodeTemperature<std::int16_t> NodeTemperature<std::int16_t>::of(float temperature) {
    // The first six bits of the float's fraction, the hidden one included.
    const auto bits = std::bit_cast<std::uint32_t>(temperature * (1 / variates_per_unit));
    const int shift = 127 + 5 - static_cast<int>(bits >> 23);
    const auto six = static_cast<std::int16_t>(32 + ((bits >> 18) & 31));
    return shift <= 15 ? NodeTemperature{six, std::max(shift, 0)}
                       : NodeTemperature{static_cast<std::int16_t>(six >> std::min(shift - 15, 15)), 15};
}

template <typename Number>
void sweep_group(AnnealingState<Number>& state, float temperature, std::uint32_t random) {
    run_vectorised<SweepGroup<Number>>(state, temperature, random);
}

template void sweep_group(AnnealingState<float>&, float, std::uint32_t);
template void sweep_group(AnnealingState<std::int16_t>&, float, std::uint32_t);

template <typename Number>
AnnealingGroup<Number>::AnnealingGroup(const CutProblem& problem, Seed seed) : problem_(problem), random_(seed) {
    for (const float variate : exponential_variates(random_)) {
        if constexpr (std::is_same_v<Number, float>) {
            state_.variates.push_back(variate);
        } else {
            const float rounded = std::floor(NodeTemperature<Number>::variates_per_unit * variate + 0.5F);
            state_.variates.push_back(static_cast<Number>(rounded));
        }
    }
    state_.scale = temperature_scale(problem);
    state_.offsets.assign(problem.offsets().begin(), problem.offsets().end());
    for (std::size_t k = 0; k < problem.indices().size(); ++k) {
        state_.arcs.push_back({problem.indices()[k], static_cast<Number>(2 * problem.weights()[k])});
    }
    state_.fields.resize(static_cast<std::size_t>(problem.node_count()) * lanes);
    state_.signs.resize(state_.fields.size());
}

template <typename Number>
bool AnnealingGroup<Number>::suits(const CutProblem& problem) {
    if (std::is_same_v<Number, float>) {
        return true;
    }
    const std::vector<float> scale = temperature_scale(problem);
    bool fits = problem.has_integer_weights();
    for (NodeId node = 0; fits && node < problem.node_count(); ++node) {
        fits = problem.magnitude(node) < largest_short && hottest * largest_variate * scale[node] < largest_short;
    }
    return fits;
}

template <typename Number>
const AnnealingState<Number>& AnnealingGroup<Number>::state_at(std::span<const Sides> starts) {
    for (std::size_t first = 0; first < std::min(starts.size(), lanes); ++first) {
        const Sides& sides = starts[first];
        const std::vector<double> gains = gains_of(problem_, sides);
        for (std::size_t node = 0; node < sides.size(); ++node) {
            for (std::size_t lane = first; lane < lanes; lane += starts.size()) {
                state_.signs[node * lanes + lane] = sides[node];
                state_.fields[node * lanes + lane] = static_cast<Number>(gains[node] * sides[node]);
            }
        }
    }
    return state_;
}

template <typename Number>
std::vector<Sides> AnnealingGroup<Number>::run(std::span<const Sides> starts, const AnnealingSchedule& schedule,
                                               SearchBudget& budget) {
    (void)state_at(starts);
    const std::uint64_t steps_per_sweep = lanes * static_cast<std::uint64_t>(problem_.node_count());
    for (std::uint64_t i = 0; i < schedule.sweeps; ++i) {
        stop_if_requested();
        if (budget.grant(steps_per_sweep) < steps_per_sweep) {
            break;
        }
        sweep_group(state_, static_cast<float>(std::min(hottest, schedule.at(i))),
                    static_cast<std::uint32_t>(random_.bits() >> 32));
    }
    std::vector<Sides> annealed(lanes, Sides(static_cast<std::size_t>(problem_.node_count())));
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (std::size_t node = 0; node < annealed[lane].size(); ++node) {
            annealed[lane][node] = state_.signs[node * lanes + lane] > 0 ? Side{1} : Side{-1};
        }
        local_search(problem_, annealed[lane]);
    }
    return annealed;
}

template class AnnealingGroup<float>;
template class AnnealingGroup<std::int16_t>;

}  // namespace ndpool

#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/cut/search/annealing.hpp"
#include "ndpool/cut/search/cut_problem.hpp"
#include "ndpool/cut/search/search_budget.hpp"

namespace ndpool {

/// Cuts that are annealed together, one in each lane: those of a node fill a cache line.
template <typename Number>
constexpr std::size_t annealing_lanes = 64 / sizeof(Number);

/// A node's temperature, as what a variate is multiplied with to give the largest loss that is taken.
template <typename Number>
struct NodeTemperature;

template <>
struct NodeTemperature<float> {
    float factor;

    static NodeTemperature of(float temperature) { return {temperature}; }
};

/// variate * factor / 2^shift is rounded down and never above 2^14.
template <>
struct NodeTemperature<std::int16_t> {
    static constexpr float variates_per_unit = 49;  ///< variates, which are at most 10.3, fit into nine bits
    std::int16_t factor;                            ///< of six bits, the first of which is set if the shift is below 15
    int shift;

    static NodeTemperature of(float temperature);
};

/// A graph and its cuts as a sweep needs them.
template <typename Number>
struct AnnealingState {
    using Sign = std::conditional_t<std::is_same_v<Number, float>, float, Side>;
    struct Arc {
        NodeId to;
        Number twice_weight;
    };

    std::vector<EntryIndex> offsets;
    std::vector<Arc> arcs;
    std::vector<float> scale;        ///< of each node's temperature
    AlignedVector<Number> variates;  ///< exponential variates in random order
    AlignedVector<Number> fields;    ///< of each node and lane: sum of the weights times the signs of the neighbours
    AlignedVector<Sign> signs;       ///< of each node and lane: 1 or -1
};

/// Tries to flip each node of each cut once. The variates of a node are consecutive ones from a place that `random` gives.
template <typename Number>
void sweep_group(AnnealingState<Number>& state, float temperature, std::uint32_t random);

/// Simulated annealing of several cuts at once (see annealing.hpp): a node is tried in all cuts together, and its neighbours are
/// updated in all together, so that a flip costs no branch. In Gset's G64 an EPYC with AVX-512 makes 2.2e9 steps per second with
/// integers and 1.2e9 with floats, and 0.5e9 to 0.7e9 with one cut. The problem must outlive this.
template <typename Number>
class AnnealingGroup {
public:
    static constexpr std::size_t lanes = annealing_lanes<Number>;

    AnnealingGroup(const CutProblem& problem, Seed seed);

    /// Whether the numbers hold the weights and their sums: always for float.
    [[nodiscard]] static bool suits(const CutProblem& problem);

    /// Anneals cut l of the result from starts[l % starts.size()] until the schedule or the budget ends; no single flip improves
    /// a result.
    [[nodiscard]] std::vector<Sides> run(std::span<const Sides> starts, const AnnealingSchedule& schedule, SearchBudget& budget);

    /// With cut l at starts[l % starts.size()].
    [[nodiscard]] const AnnealingState<Number>& state_at(std::span<const Sides> starts);

private:
    const CutProblem& problem_;
    Random random_;
    AnnealingState<Number> state_;
};

extern template class AnnealingGroup<float>;
extern template class AnnealingGroup<std::int16_t>;

}  // namespace ndpool

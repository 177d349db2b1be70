#pragma once

#include <array>
#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"
#include "ndpool/pyramid/low_modes.hpp"

// Internal to pyramid/.
namespace ndpool {

/// Ten vectors on the nodes of a level, kept side by side.
struct ModeVectors {
    static constexpr std::size_t count = 10;
    using Values = std::array<float, count>;

    std::vector<Values> values;  ///< of each node
};

/// The lowest modes, each divided by the root of its eigenvalue so that all have energy 1; repeated if there are fewer.
[[nodiscard]] ModeVectors vectors_of(const LowModes& modes);

/// x_j' L x_k for every pair j <= k of vectors, row by row: (0, 0), (0, 1), ... (1, 1), ...
using EnergyMatrix = std::array<double, ModeVectors::count*(ModeVectors::count + 1) / 2>;

[[nodiscard]] EnergyMatrix energies(const Graph& graph, const ModeVectors& vectors, const Parallel& parallel);

/// Mean ratio of the diagonals: energies x' L x of one graph over those of another.
[[nodiscard]] double mean_ratio(const EnergyMatrix& above, const EnergyMatrix& below);

/// The graph with its weights changed as little as possible, relative to themselves, so that the vectors get these energies. No
/// weight changes by more than a factor of two. Unchanged if it has too few edges for that.
[[nodiscard]] Graph match_energies(Graph graph, const ModeVectors& vectors, const EnergyMatrix& wanted, const Parallel& parallel);

/// The vectors on the finer graph that agree with those on the coarser at its nodes `kept` and have nearly the least energy: each
/// other node is the weighted mean of its neighbours.
[[nodiscard]] ModeVectors extended(const Graph& finer, std::span<const NodeId> kept, const ModeVectors& coarser,
                                   const Parallel& parallel);

/// A few damped steps, which take out the spikes that an extension has at the coarser nodes. Nodes that are `fixed` keep their
/// values; empty: none is.
void smooth(const Graph& graph, ModeVectors& vectors, std::span<const std::uint8_t> fixed, const Parallel& parallel);

/// Independent standard normal values.
[[nodiscard]] ModeVectors random_modes(NodeId nodes, Seed seed);

/// Takes the mean out of each vector and scales it to unit length.
void centre_and_normalise(ModeVectors& vectors);

/// |L x|^2, summed over the vectors.
[[nodiscard]] double squared_images(const Graph& graph, const ModeVectors& vectors);

/// Sum of the energies x' L x.
[[nodiscard]] double total_energy(const EnergyMatrix& energies);

}  // namespace ndpool

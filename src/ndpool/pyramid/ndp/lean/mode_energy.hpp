#pragma once

#include <array>
#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/linalg/laplacian/low_modes.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"

// Internal to pyramid/.
namespace ndpool {

/// The lowest modes, each divided by the root of its eigenvalue so that all have energy 1; repeated if there are fewer.
[[nodiscard]] ModeVectors vectors_of(const LowModes& modes);

/// Every `every`-th of the modes, from the lowest on, as many as fit.
[[nodiscard]] SmoothVectors some_of(const ModeVectors& modes, std::size_t every);

/// The mean of above / below; 1 counts where `below` is not positive.
[[nodiscard]] double mean_quotient(std::span<const double> above, std::span<const double> below);

/// x_j' L x_k for every pair j <= k of vectors, row by row: (0, 0), (0, 1), ... (1, 1), ...
using EnergyMatrix = std::array<double, ModeVectors::count*(ModeVectors::count + 1) / 2>;

[[nodiscard]] EnergyMatrix energies(const Graph& graph, const ModeVectors& vectors, const Parallel& parallel);

/// x' L x for every vector.
[[nodiscard]] std::array<double, ModeVectors::count> diagonal(const EnergyMatrix& energies);

/// The graph with its weights changed as little as possible, relative to themselves, so that the vectors get these energies. No
/// weight changes by more than a factor of two. Unchanged if it has too few edges for that.
[[nodiscard]] Graph match_energies(Graph graph, const ModeVectors& vectors, const EnergyMatrix& wanted, const Parallel& parallel);

/// |L x|^2, summed over the vectors.
[[nodiscard]] double squared_images(const Graph& graph, const SmoothVectors& vectors);

}  // namespace ndpool

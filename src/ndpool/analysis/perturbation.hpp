#pragma once

#include <cstddef>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// What sparsification does to one eigenvalue of the adjacency matrix, Q being the sparsified matrix minus the original.
struct EigenvalueShift {
    double original = 0;     ///< alpha_i
    double sparsified = 0;   ///< bar alpha_i, the eigenvalue of the same rank
    double first_order = 0;  ///< u_i' Q u_i for the unit eigenvector u_i of alpha_i; one choice of many if it is multiple
    /// bar alpha_i <= alpha_i + u_i' Q u_i up to rounding. The paper's Theorem 1 claims it always, yet it drops the terms of
    /// second order: for the largest eigenvalue the Rayleigh quotient gives the opposite inequality.
    bool within_first_order = true;
};

struct PerturbationReport {
    std::vector<EigenvalueShift> shifts;  ///< in descending order of the eigenvalues
    std::size_t beyond_first_order = 0;   ///< number of eigenvalues that violate Theorem 1
    double largest_shift = 0;             ///< max |bar alpha_i - alpha_i|
    double change_norm = 0;               ///< ||Q||_2: by Weyl no eigenvalue moves further
    double largest_dropped_row_sum = 0;   ///< max_i sum_j |q_ij|, at least ||Q||_2: the bound that needs no eigenvalue
    bool within_weyl = true;              ///< largest_shift <= change_norm <= largest_dropped_row_sum up to rounding
};

/// Theorem 1's quantities and Weyl's bounds, which do hold, for a graph and its sparsified copy on the same nodes. `tolerance` is
/// the rounding allowed in each inequality, relative to the largest eigenvalue. Self-loops count here: they are
/// entries of the adjacency matrix. Full matrices: throws TooLarge like laplacian_spectrum (for the whole graph), InvalidInput if
/// the numbers of nodes differ.
///
/// @code
/// const Graph graph = sensor_graph(50, Seed(1)).graph;
/// const auto report = adjacency_perturbation(graph, drop_weak_edges(graph, {.epsilon = 0.5}));
/// assert(report.within_weyl && report.largest_shift > 0);
/// @endcode
[[nodiscard]] PerturbationReport adjacency_perturbation(const Graph& original, const Graph& sparsified, double tolerance = 1e-12);

}  // namespace ndpool

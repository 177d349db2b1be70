#pragma once

#include <functional>
#include <span>
#include <vector>

#include "ndpool/graph/graph.hpp"
#include "ndpool/linalg/laplacian/low_modes.hpp"

// Internal to pyramid/.
namespace ndpool {

struct EigenvalueFitOptions {
    int most_steps = 10;         // other values: results/constants.txt
    double close_enough = 2e-3;  // reached on levels of at most 1200 nodes, which were off by 3e-2 without the fit
    /// The lowest modes of a graph from those of a similar one, some more than are fitted; without it low_modes, which is for
    /// graphs of about a thousand nodes.
    std::function<LowModes(const Graph&, const LowModes&)> modes = {};
    LowModes start = {};  ///< for the first call of it
};

struct EigenvalueFit {
    Graph graph;
    std::vector<double> eigenvalues;  ///< its smallest ones that are not zero, as many as were wanted; none if nothing was fitted
    LowModes last_modes;              ///< those of the last step
};

/// The graph with its weights changed by the least relative amount that brings its smallest nonzero eigenvalues close to these,
/// ascending. The eigenvalues after them are kept where they are.
[[nodiscard]] EigenvalueFit fitted_to_eigenvalues(Graph graph, std::span<const double> eigenvalues,
                                                  const EigenvalueFitOptions& options = {});

}  // namespace ndpool

#pragma once

#include <span>

#include "ndpool/graph/graph.hpp"

// Internal to pyramid/.
namespace ndpool {

/// The graph with its weights changed by the least relative amount that brings its smallest nonzero eigenvalues close to these,
/// ascending. The eigenvalues after them are kept where they are. For graphs of about a thousand nodes.
[[nodiscard]] Graph fitted_to_eigenvalues(Graph graph, std::span<const double> eigenvalues);

}  // namespace ndpool

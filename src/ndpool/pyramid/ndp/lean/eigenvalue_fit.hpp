#pragma once

#include <span>

#include "ndpool/graph/graph.hpp"

// Internal to pyramid/.
namespace ndpool {

/// The graph with its weights changed, relative to themselves, as little as brings its smallest nonzero eigenvalues to these,
/// ascending, as closely as it gets. Those after them stay where they are. For graphs of a thousand nodes or so.
[[nodiscard]] Graph fitted_to_eigenvalues(Graph graph, std::span<const double> eigenvalues);

}  // namespace ndpool

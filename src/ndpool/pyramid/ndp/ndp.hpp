#pragma once

#include <span>

#include "ndpool/base/progress.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// The NDP pyramid of a graph (Alg. 1 and 2): cut, Kron reduction, and so on; levels that are not in the list are
/// passed through and their decimation matrices composed. A graph that cannot shrink any more stays as it is.
/// Throws InvalidInput for levels that are not ascending or below 1, and for a number of nodes that the graph does not have or
/// that is below that of its components; TooLarge as kron_reduce does, and for lean levels that would not fit.
///
/// Levels are measured as the options say. Lean levels are measured together with all levels on the way, also those that are
/// not stored, because they help to measure each other. If that fails, Pyramid::not_measured has the reason and the levels are
/// unchanged.
///
/// @code
/// const Pyramid pyramid = ndp_pyramid(grid_graph(20, 20).graph, {.levels = {1, 3}}, Seed(1));
/// assert(pyramid.levels[0].graph.node_count() == 200 && pyramid.levels[1].number == 3);
/// assert(pyramid.levels[0].pool[0] == 0);  // the first node was kept
/// @endcode
[[nodiscard]] Pyramid ndp_pyramid(Graph graph, const NdpOptions& options, Seed seed, const Progress& progress = {});

/// The pyramids of many graphs, each with its own seed and each on one thread.
[[nodiscard]] std::vector<Pyramid> ndp_pyramids(std::span<const Graph> graphs, const NdpOptions& options, Seed seed,
                                                const Parallel& parallel, const Progress& progress = {},
                                                std::size_t first_number = 0);

}  // namespace ndpool

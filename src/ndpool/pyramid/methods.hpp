#pragma once

#include <span>
#include <variant>
#include <vector>

#include "ndpool/pyramid/graclus/graclus.hpp"
#include "ndpool/pyramid/kmis/kmis.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/pyramid/nmf/nmf.hpp"

namespace ndpool {

/// A method that makes pyramids, by its options.
using PyramidOptions = std::variant<NdpOptions, GraclusOptions, NmfOptions, KmisOptions>;

/// ndp_pyramid, graclus_pyramid, nmf_pyramid or kmis_pyramid, and the same for many graphs. The seed of each graph depends on its
/// number, which is `first_number` for the first: a part of a dataset gets the pyramids that it has in the whole.
///
/// @code
/// PyramidOptions options = NdpOptions{.levels = {1, 2}};
/// assert(make_pyramid(path_graph(16), options, Seed(1)).levels[1].graph.node_count() == 4);
/// options = NmfOptions{.levels = {1}};
/// assert(make_pyramid(path_graph(16), options, Seed(1)).levels[0].graph.node_count() == 8);
/// @endcode
[[nodiscard]] Pyramid make_pyramid(Graph graph, const PyramidOptions& options, Seed seed, const Progress& progress = {});
[[nodiscard]] std::vector<Pyramid> make_pyramids(std::span<const Graph> graphs, const PyramidOptions& options, Seed seed,
                                                 const Parallel& parallel, const Progress& progress = {},
                                                 std::size_t first_number = 0);

}  // namespace ndpool

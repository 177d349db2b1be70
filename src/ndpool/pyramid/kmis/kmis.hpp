#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/pyramid/pyramid.hpp"
#include "ndpool/sparsify/threshold.hpp"

namespace ndpool {

/// How the nodes of a level of k-MIS are joined.
enum class KmisConnect : std::uint8_t {
    clusters,  ///< by the sums of the weights between their clusters, as Bacciu et al. do
    kron,  ///< by Kron reduction onto the centres, as NDP does: features of centres alone are kept unless a reduction says more
};

/// "clusters" or "kron"; throws InvalidInput for other names.
[[nodiscard]] std::string_view name_of(KmisConnect connect);
[[nodiscard]] KmisConnect kmis_connect_named(std::string_view name);

struct KmisOptions {
    std::vector<int> levels = {1, 2, 3};  ///< ascending; level l is there after l selections
    int steps = 1;                        ///< k: any two centres are further apart than this; at least 1
    KmisConnect connect = KmisConnect::clusters;
    Threshold threshold = {};        ///< of levels that were made by Kron reduction; the next level is made of the exact one
    std::uint64_t memory_limit = 0;  ///< bytes that a Kron reduction may take; 0: what is available
    Parallel parallel = {};          ///< of Kron reductions
};

/// The pyramid of maximal k-independent sets (Bacciu, Conte, Landolfi: Generalizing downsampling from regular data to graphs,
/// AAAI 2023): every level has one node for each centre of a set of nodes of the level before of which no two are within `steps`
/// of each other, and to which no further node can be added. Nodes with few others around them are taken first, the lowest
/// id among equals; every node belongs to the first centre within its reach. Nothing is random. How much smaller a level is
/// depends on the graph: a path keeps about half of its nodes with one step, a star all of its leaves.
///
/// With clusters, levels have an assignment matrix of ones. With Kron reduction they have none, and `pool` has the centres.
/// Throws InvalidInput for levels that are not ascending or below 1 and for steps below 1; TooLarge as kron_reduce does.
///
/// @code
/// const Pyramid pyramid = kmis_pyramid(path_graph(9), {.levels = {1}, .connect = KmisConnect::kron});
/// assert(pyramid.levels[0].pool == std::vector<NodeId>({0, 2, 4, 6, 8}));
/// assert(pyramid.levels[0].graph.weight(0, 1) == 0.5);
/// @endcode
[[nodiscard]] Pyramid kmis_pyramid(const Graph& graph, const KmisOptions& options, const Progress& progress = {});

/// The pyramids of many graphs.
[[nodiscard]] std::vector<Pyramid> kmis_pyramids(std::span<const Graph> graphs, const KmisOptions& options,
                                                 const Parallel& parallel, const Progress& progress = {});

}  // namespace ndpool

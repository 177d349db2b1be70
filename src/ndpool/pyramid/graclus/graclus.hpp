#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

struct GraclusOptions {
    std::vector<int> levels = {1, 2, 3};  ///< ascending; level l is there after l matchings
    /// Nodes that find no partner get a fake one, so that every node joins exactly two of the level before (Defferrard et al.
    /// 2016, and the paper's comparison).
    bool fake_nodes = true;
    std::uint64_t memory_limit = 0;  ///< bytes that fake nodes may take; 0: what is available
};

/// The pyramid of GRACLUS: every level joins nodes of the one before in pairs along edges, greedily by w_ij (1/d_i + 1/d_j);
/// nodes without a free neighbour stay alone. The weight between two pairs is the sum of the weights between their nodes; what
/// is inside a pair, and self-loops, is dropped. The first matching takes the nodes in a seeded random order, the later ones by
/// ascending degree and id. Components neither merge nor vanish. All entries of the assignment matrix are 1; clusters are
/// numbered by their smallest node, which is also the one in `pool`.
///
/// With fake nodes the base and every level are the graphs without them, followed by isolated nodes: nodes of the input keep
/// their ids, the last level has no fake node, and level l has exactly 2^(last - l) times as many nodes as the last one.
/// Throws InvalidInput for levels that are not ascending or below 1; TooLarge, before taking memory, if there would be too
/// many fake nodes: a star, say, hardly shrinks, and then they double with each level.
///
/// @code
/// const Pyramid pyramid = graclus_pyramid(sensor_graph(100, Seed(1)).graph, {.levels = {1, 2}}, Seed(1));
/// assert(pyramid.levels[0].graph.node_count() == 2 * pyramid.levels[1].graph.node_count());
/// @endcode
[[nodiscard]] Pyramid graclus_pyramid(const Graph& graph, const GraclusOptions& options, Seed seed,
                                      const Progress& progress = {});

/// The pyramids of many graphs, each with its own seed.
[[nodiscard]] std::vector<Pyramid> graclus_pyramids(std::span<const Graph> graphs, const GraclusOptions& options, Seed seed,
                                                    const Parallel& parallel, const Progress& progress = {},
                                                    std::size_t first_number = 0);

}  // namespace ndpool

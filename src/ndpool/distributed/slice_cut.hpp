#pragma once

#include <cstdint>
#include <vector>

#include "ndpool/cut/cut_options.hpp"
#include "ndpool/distributed/slice_components.hpp"

namespace ndpool {

/// A cut of a divided graph.
struct SliceCut {
    std::vector<std::int8_t> sides;  ///< of each node here: 1 kept, -1 dropped
    double fraction = 1;             ///< of the weight that is cut
    double weight = 0;               ///< that is cut
    std::int64_t kept = 0;           ///< nodes in all
    bool two_coloured = false;       ///< all components were bipartite
};

struct SliceCutOptions {
    KeptSide keep = KeptSide::cheaper;  ///< of the whole graph; `first` keeps the side of the smallest nodes as it comes
    int sweeps = 60;                    ///< fewer leave more faults on roads: 20 cut 0.916 of road:90000, 60 cut 0.924
    int hyperplanes = 1;
    int annealing_rounds = 100;
    int longest_dropped_row = 96;  ///< nodes with more neighbours are kept: eliminating one would join all of them in pairs
};

/// Bipartite components are two-coloured. On the others vectors of four dimensions are pushed away from those of their neighbours
/// in sweeps over four colours of nodes (the mixing method, Wang, Chang and Kolter 2017), rounded by hyperplanes, and improved by
/// annealing, in which neighbours never flip together. Then dropped nodes without a kept neighbour are kept.
[[nodiscard]] SliceCut cut_slice(const GraphSlice& slice, const SliceComponents& components, const SliceCutOptions& options,
                                 std::uint64_t seed);

}  // namespace ndpool

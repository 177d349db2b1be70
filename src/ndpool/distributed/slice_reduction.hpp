#pragma once

#include <cstdint>
#include <vector>

#include "ndpool/distributed/slice_cut.hpp"
#include "ndpool/distributed/slice_vectors.hpp"

namespace ndpool {

struct SliceReduction {
    OwnRows rows;              ///< of the own kept nodes, numbered anew over all ranks
    std::vector<NodeId> pool;  ///< global number of each of them before
    SliceVectors vectors;      ///< at the own kept nodes
    EntryIndex entries_before_thinning = 0;
    int rounds = 0;
};

/// Kron reduction of a divided graph whose result stays sparse, as lean_reduce does it for a whole one: edges between dropped
/// nodes move to kept nodes beside both, independent sets of dropped nodes are eliminated one after the other, and weak edges are
/// thinned out to `nonzeros_per_node`. Takes the slice. Nodes whose row grows beyond `longest_dropped_row` are kept after all.
[[nodiscard]] SliceReduction reduce_slice(GraphSlice slice, const SliceCut& cut, SliceVectors vectors, double nonzeros_per_node,
                                          int longest_dropped_row);

}  // namespace ndpool

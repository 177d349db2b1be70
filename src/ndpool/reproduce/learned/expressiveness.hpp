#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/dataset.hpp"
#include "ndpool/reproduce/learned/graph_table_layout.hpp"

namespace ndpool {

/// Pairs of graphs that the Weisfeiler-Lehman test tells apart after one round, but neither degrees nor sizes do: rings of 16 to
/// 30 nodes, of which an even number carry a leaf each. In graphs of class 1 the nodes with leaves come in adjacent pairs, in
/// graphs of class 2 no two of them are adjacent. The graphs 2 k and 2 k + 1 are a pair: as many nodes and edges and the same
/// degrees. Nodes are numbered at random and have no labels. In the spirit of EXPWL1 (Bianchi and Lachi, NeurIPS 2023): a network
/// without pools can solve it, and a pool that loses what it drops may not.
[[nodiscard]] Dataset ring_pairs(std::size_t pairs, Seed seed);

/// Pools on these pairs: which of them let a network tell what the Weisfeiler-Lehman test tells.
[[nodiscard]] const GraphTableLayout& expressiveness_table();

}  // namespace ndpool

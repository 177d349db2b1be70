#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/kron/lean/lean_elimination.hpp"

// Internal to kron/lean/.
namespace ndpool {

/// What sample_weak_edges takes: nonzeros per node, and the share of t below which edges are drawn.
struct Sampling {
    double nonzeros_per_node;
    double draws_below;
};

struct SampledRows {
    UpdatedRows rows;             ///< without gaps, every weight is positive
    EntryIndex edges_before = 0;  ///< before sampling: edges and loops of which both ends have a row
};

/// The rows that rows_around and sample_weak_edges make one after the other, without storing them in between: an edge is summed
/// up once, in the row of the end that draws it. Nodes with rows longer than 128 are eliminated by sampled stars. Other draws
/// than those of sample_weak_edges, with the same expectation.
[[nodiscard]] SampledRows sampled_rows_around(const EliminationState& at, std::span<const NodeId> selected,
                                              const Sampling& sampling, Seed seed, const Parallel& parallel);

/// The same for rows_of_kept.
[[nodiscard]] SampledRows sampled_rows_of_kept(const EliminationState& at, std::span<const NodeId> kept, const Sampling& sampling,
                                               Seed seed, const Parallel& parallel);

}  // namespace ndpool

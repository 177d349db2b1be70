#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"

namespace ndpool {

/// What becomes of the weight of edges that are dropped.
enum class Thinning : std::uint8_t {
    reroute,      ///< moved to two-step paths so that the energy of smooth vectors stays: for meshes and the like
    sample,       ///< kept at random at a larger weight, unbiased: for expanders, whose detours lead far away
    lower_bound,  ///< lost: every eigenvalue is at most that of the exact reduction
    upper_bound,  ///< moved in full: every eigenvalue is at least that of the exact reduction
};

struct LeanOptions {
    Thinning thinning = Thinning::reroute;
    double nonzeros_per_node = 11.5;  ///< of the reduced graph, on average; a few more where no detour exists
    double sampled_entries = 38;      ///< the same for Thinning::sample
    double least_strength = 0.01;     ///< edges below this are dropped during the elimination already
    /// Edges below this between two dropped nodes are moved to the kept nodes beside both before anything is eliminated
    /// (as classical multigrid does), which leaves little to eliminate in turn: 1 moves all, 0 none. Quick, but the rough end
    /// of the spectrum pays for it.
    double least_strength_within = 0;
    Parallel parallel = {};
};

struct LeanReduction {
    Graph graph;
    EntryIndex edges_before_thinning = 0;  ///< before the last thinning, which brings the graph to its size
};

/// Kron reduction whose result stays sparse: the dropped nodes are eliminated exactly, an independent set at a time, and
/// after each round weak edges are thinned out as the options say. A connected graph gives a connected one. `vectors` are
/// smooth vectors of the graph (only Thinning::reroute reads them). Same bits for every number of threads. Thinning::reroute is
/// right up to a common factor close to 1, which is for the caller to find.
[[nodiscard]] LeanReduction lean_reduce(const Graph& graph, const Cut& cut, const SmoothVectors& vectors,
                                        const LeanOptions& options, Seed seed);

/// The same thinning for a graph as it is.
[[nodiscard]] Graph thin_out(const Graph& graph, const SmoothVectors& vectors, const LeanOptions& options, Seed seed);

}  // namespace ndpool

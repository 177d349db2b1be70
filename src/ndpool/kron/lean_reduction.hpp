#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"

namespace ndpool {

/// What happens to the weight of edges that are dropped.
enum class Thinning : std::uint8_t {
    reroute,      ///< moved to two-step paths so that the energy of smooth vectors is kept: for meshes and similar graphs
    sample,       ///< kept at random at a larger weight, unbiased: for expanders, which lack short detours
    lower_bound,  ///< lost: every eigenvalue is at most that of the exact reduction
    upper_bound,  ///< moved in full: every eigenvalue is at least that of the exact reduction
};

struct LeanOptions {
    Thinning thinning = Thinning::reroute;
    double nonzeros_per_node = 11.5;  ///< on average; a few more where no detour exists; distances: results/real_graphs.txt
    double sampled_entries = 24;      ///< nonzeros per node for Thinning::sample; distances: results/real_graphs.txt
    /// Edges below this strength are dropped during the elimination; other values: results/constants.txt.
    double least_strength = 0.01;
    /// Before the elimination, edges below this strength between two dropped nodes move to paths through common kept neighbours
    /// (as in classical multigrid), so that most dropped nodes are eliminated in one round: 1 moves all, 0 none. Fast, but the
    /// large eigenvalues become less accurate.
    double least_strength_within = 0;
    Parallel parallel = {};
};

struct LeanReduction {
    Graph graph;
    EntryIndex edges_before_thinning = 0;  ///< before the last thinning, which brings the graph to its size
};

/// Kron reduction whose result stays sparse: the dropped nodes are eliminated exactly, one independent set after the other, and
/// after each round weak edges are thinned out as the options say. A connected graph gives a connected one. `vectors` are
/// smooth vectors of the graph (only Thinning::reroute reads them). Same bits for every number of threads. Thinning::reroute is
/// right up to a common factor close to 1, which the caller must find.
[[nodiscard]] LeanReduction lean_reduce(const Graph& graph, const Cut& cut, const SmoothVectors& vectors,
                                        const LeanOptions& options, Seed seed);

/// Thins out a graph in the same way, without eliminating nodes.
[[nodiscard]] Graph thin_out(const Graph& graph, const SmoothVectors& vectors, const LeanOptions& options, Seed seed);

}  // namespace ndpool

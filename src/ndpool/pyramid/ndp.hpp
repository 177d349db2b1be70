#pragma once

#include <span>

#include "ndpool/base/progress.hpp"
#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/pyramid/lean_pyramid.hpp"
#include "ndpool/pyramid/pyramid.hpp"
#include "ndpool/sparsify/threshold.hpp"

namespace ndpool {

enum class SparsifyWhen : std::uint8_t {
    at_the_end,  ///< recurse on the exact graph and threshold the copies that are returned: the paper's Alg. 1
    each_level,  ///< threshold every level and recurse on that: smaller, but errors add up
};

/// How close levels are to the Kron reduction.
enum class Accuracy : std::uint8_t {
    exact,     ///< the reduction itself, which is dense where the cut is poor
    faithful,  ///< screened: what the threshold keeps of it is the same, at a cost that grows with the nodes alone
    lean,      ///< few entries a node on every level and the small end of the spectrum kept: see lean_pyramid
};

struct NdpOptions {
    std::vector<int> levels = {1, 2, 3};  ///< ascending; level l has about N / 2^l nodes
    NodeId until_nodes = 0;               ///< if positive, instead of `levels`: every level until one has fewer nodes than this
    /// If positive, instead of `levels`: one level of exactly so many nodes. The last cut on the way to it keeps as many more
    /// nodes, drawn from its dropped side.
    NodeId exactly_nodes = 0;
    Accuracy accuracy = Accuracy::exact;
    CutOptions cut = {};
    KronOptions kron = {};
    Threshold threshold = {};  ///< not applied to lean levels, which are thin already
    SparsifyWhen sparsify = SparsifyWhen::at_the_end;
    bool keep_unsparsified = false;  ///< also return every level as it was before the threshold
};

/// The NDP pyramid of a graph (Alg. 1 and 2): cut, Kron reduction, and so on; levels that are not in the list are
/// passed through and their decimation matrices composed. A graph that cannot shrink any more stays as it is.
/// Throws InvalidInput for levels that are not ascending or below 1, and for a number of nodes that the graph does not have or
/// that is below that of its components; TooLarge as kron_reduce does.
[[nodiscard]] Pyramid ndp_pyramid(const Graph& graph, const NdpOptions& options, Seed seed, const Progress& progress = {});

/// What lean_pyramid needs for these options; with_levels then takes the levels that are to be stored.
[[nodiscard]] LeanPyramidOptions lean_options(const NdpOptions& options);
/// The numbers of the levels to store, given all levels there are.
[[nodiscard]] std::vector<int> levels_to_store(const Pyramid& all, const NdpOptions& options);

/// The pyramids of many graphs, each with a seed of its own and each on one thread at a time.
[[nodiscard]] std::vector<Pyramid> ndp_pyramids(std::span<const Graph> graphs, const NdpOptions& options, Seed seed,
                                                const Parallel& parallel, const Progress& progress = {});

}  // namespace ndpool

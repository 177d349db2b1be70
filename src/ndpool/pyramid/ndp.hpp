#pragma once

#include <span>

#include "ndpool/base/progress.hpp"
#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/pyramid/pyramid.hpp"
#include "ndpool/sparsify/threshold.hpp"

namespace ndpool {

enum class SparsifyWhen : std::uint8_t {
    at_the_end,  ///< recurse on the exact graph and threshold the copies that are returned: the paper's Alg. 1
    each_level,  ///< threshold every level and recurse on that: smaller, but errors add up
};

struct NdpOptions {
    std::vector<int> levels = {1, 2, 3};  ///< ascending; level l has about N / 2^l nodes
    CutOptions cut = {};
    KronOptions kron = {};
    Threshold threshold = {};
    SparsifyWhen sparsify = SparsifyWhen::at_the_end;
    bool keep_unsparsified = false;  ///< also return every level as it was before the threshold
};

/// The NDP pyramid of a graph (Alg. 1 and 2): cut, Kron reduction, and so on; levels that are not in the list are
/// passed through and their decimation matrices composed. A graph that cannot shrink any more stays as it is.
/// Throws InvalidInput for levels that are not ascending or below 1, TooLarge as kron_reduce does.
[[nodiscard]] Pyramid ndp_pyramid(const Graph& graph, const NdpOptions& options, Seed seed, const Progress& progress = {});

/// The pyramids of many graphs, each with a seed of its own and each on one thread at a time.
[[nodiscard]] std::vector<Pyramid> ndp_pyramids(std::span<const Graph> graphs, const NdpOptions& options, Seed seed,
                                                const Parallel& parallel, const Progress& progress = {});

}  // namespace ndpool

#pragma once

#include "ndpool/base/progress.hpp"
#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/kron/lean_reduction.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

struct LeanPyramidOptions {
    CutOptions cut = {};
    LeanOptions lean = {};
    bool choose_thinning = true;      ///< reroute or sample by the roughness of the graph, instead of what `lean` says
    int deepest_level = 1;            ///< every level down to this one is returned, and for large graphs some more
    NodeId until_nodes = 0;           ///< if positive, also further levels until one has fewer nodes than this
    NodeId exactly_nodes = 0;         ///< if positive, one of the levels has exactly this number of nodes: see NdpOptions
    NodeId packed_above = 1'000'000;  ///< levels of more nodes are packed while they are not needed
    std::uint64_t memory_limit = 0;   ///< bytes it may take; 0 means what the machine has available
    Parallel parallel = {};
};

/// A pyramid whose levels all stay sparse, whatever the size of the graph, and keep the smallest eigenvalues of the exact
/// Kron reductions (Sec. III-B) onto the same nodes:
///
/// - Large levels come from lean_reduce. If the graph has no slowly varying vectors, that is if random vectors smoothed 15
///   times are rougher than 0.12, or if it has hubs, that is if the mean square of the row lengths is above 2.5 times the
///   square of their mean, its edges are sampled; otherwise they are rerouted.
/// - Rerouting is right up to a common factor. The lowest modes of the first level of at most 1200 nodes are extended back to
///   the input, and every level gets the energies that they have on the level before: large ones by a factor, those of at most
///   20000 nodes by fitting their weights.
/// - From that level on reductions are exact, and only what is returned is thinned out, with the weights fitted so that the ten
///   lowest modes have the energies of the exact level.
///
/// Throws InvalidInput for weights that span more than 60 magnitudes, whose small eigenvalues no arithmetic here could tell
/// apart. Unless the options of the cut ask for a side, KeptSide::cheaper stays. A connected graph has connected levels.
[[nodiscard]] Pyramid lean_pyramid(Graph graph, const LeanPyramidOptions& options, Seed seed, const Progress& progress = {});

/// The pyramid on the same nodes for options with Thinning::lower_bound or Thinning::upper_bound: the eigenvalues of its levels
/// are at most, or at least, those of the exact reductions. Its small levels are exact reductions of its large ones.
[[nodiscard]] Pyramid bounding_pyramid(const Pyramid& pyramid, const LeanOptions& options);

}  // namespace ndpool

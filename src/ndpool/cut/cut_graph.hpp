#pragma once

#include "ndpool/cut/kept_side.hpp"
#include "ndpool/cut/search_cut.hpp"
#include "ndpool/cut/spectral_cut.hpp"

namespace ndpool {

enum class CutMethod : std::uint8_t {
    spectral,  ///< the paper's
    random,    ///< its baseline
    trevisan,  ///< its appendix
    sdp,       ///< low-rank semidefinite relaxation, rounded, refined and combined: the most for the time
    power,     ///< early-stopped power iteration and single flips: the quickest
    tabu,      ///< sdp, then annealing, tabu search and crossing of cuts for as long as one likes
    /// Up to 20,000 nodes in a component the largest of sdp and of spectral with either Laplacian, refined or not, so never
    /// below spectral; sdp alone above.
    automatic,
};

enum class ComponentPolicy : std::uint8_t {
    each,   ///< cut every component on its own and keep at least one of its nodes: nothing ever vanishes
    whole,  ///< one eigenvector for all, as the paper states it; a component may vanish, and the cut says so
};

struct CutOptions {
    CutMethod method = CutMethod::spectral;
    ComponentPolicy components = ComponentPolicy::each;
    KeptSide keep = KeptSide::first;  ///< of every component, or of the whole graph where that is cut as one
    SpectralCutOptions spectral = {};
    SearchOptions search = {};
    Parallel parallel = {};  ///< for sdp and power on large graphs; the result is the same for every number
};

/// Splits the nodes in kept and dropped so that much of the edge weight lies between them (MAXCUT, Sec. III-A).
///
/// With ComponentPolicy::each, bipartite components are two-coloured exactly, complete ones of equal weights
/// halved, isolated nodes kept; `keep` says which side stays wherever a sign is free. upper_bound is
/// lambda_max^s / 2 (App. B), with `each` the mean over the components weighted by their edges, which is tighter.
/// sdp, power, tabu and, above 20,000 nodes, automatic compute no eigenvector and no bound: 1.
/// Seconds of a tabu search are shared by the components that need one, by their nodes.
[[nodiscard]] Cut cut_graph(const Graph& graph, const CutOptions& options, Seed seed);

}  // namespace ndpool

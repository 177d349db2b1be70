#pragma once

#include "ndpool/cut/spectral_cut.hpp"

namespace ndpool {

enum class CutMethod : std::uint8_t {
    spectral,   ///< the paper's
    random,     ///< its baseline
    trevisan,   ///< its appendix
    automatic,  ///< the largest of spectral with either Laplacian and trevisan
};

enum class ComponentPolicy : std::uint8_t {
    each,   ///< cut every component on its own and keep at least one of its nodes: nothing ever vanishes
    whole,  ///< one eigenvector for all, as the paper states it; a component may vanish, and the cut says so
};

struct CutOptions {
    CutMethod method = CutMethod::spectral;
    ComponentPolicy components = ComponentPolicy::each;
    SpectralCutOptions spectral = {};
};

/// Splits the nodes in kept and dropped so that much of the edge weight lies between them (MAXCUT, Sec. III-A).
///
/// With ComponentPolicy::each, bipartite components are two-coloured exactly, complete ones of equal weights
/// halved, isolated nodes kept; the first node of a component is kept wherever a sign is free. upper_bound is
/// lambda_max^s / 2 (App. B), with `each` the mean over the components weighted by their edges, which is tighter.
[[nodiscard]] Cut cut_graph(const Graph& graph, const CutOptions& options, Seed seed);

}  // namespace ndpool

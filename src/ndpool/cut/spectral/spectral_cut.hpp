#pragma once

#include "ndpool/cut/cut_options.hpp"

namespace ndpool {

/// The sides that one method finds for a graph, and what it computed on the way.
struct Bipartition {
    Sides sides;
    CutOrigin origin = CutOrigin::spectral;
    double top_eigenvalue = 0;  ///< of the symmetric Laplacian, 0 if it was not computed
    bool converged = true;
    double eigen_seconds = 0;
};

/// Signs of the top eigenvector (Alg. 2 lines 2-6), never worse than the random cuts tried. The graph should be
/// connected: elsewhere v_max lives on one component and the nodes of the others are all kept.
[[nodiscard]] Bipartition spectral_sides(const Graph& graph, const SpectralCutOptions& options, Seed seed);

}  // namespace ndpool

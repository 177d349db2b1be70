#pragma once

#include "ndpool/cut/cut.hpp"
#include "ndpool/cut/top_eigenvector.hpp"

namespace ndpool {

struct SpectralCutOptions {
    Laplacian laplacian = Laplacian::symmetric;  ///< Sec. IV-A: signs are steadier than with L.
    double random_below = 0.5;                   ///< Alg. 2 line 4: below this a random cut is tried instead.
    int random_tries = 10;                       ///< how many random cuts are drawn; the best cut of all is returned
    double zero_below = 1e-3;                    ///< entries of v_max below this share of the largest have no sign
    EigenOptions eigen = {};
};

/// The sides that one method gives a graph, with what it learned on the way.
struct SidesFound {
    Sides sides;
    CutOrigin origin = CutOrigin::spectral;
    double top_eigenvalue = 0;  ///< of the symmetric Laplacian, 0 if it was not computed
    bool converged = true;
    double eigen_seconds = 0;
};

/// Signs of the top eigenvector (Alg. 2 lines 2-6), never worse than the random cuts tried. The graph should be
/// connected: elsewhere v_max lives on one component and the nodes of the others are all kept.
[[nodiscard]] SidesFound spectral_sides(const Graph& graph, const SpectralCutOptions& options, Seed seed);

}  // namespace ndpool

#include "ndpool/cut/spectral/spectral_cut.hpp"

#include <algorithm>

#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/spectral/sign_rounding.hpp"

namespace ndpool {

Bipartition spectral_sides(const Graph& graph, const SpectralCutOptions& options, Seed seed) {
    const TopEigenpair top = top_eigenpair(graph, options.laplacian, options.eigen, seed.child("eigen"));
    Bipartition found;
    found.converged = top.converged;
    found.eigen_seconds = top.seconds;
    if (options.laplacian == Laplacian::symmetric) {
        found.top_eigenvalue = top.upper_bound;
    }
    // Entries below the solver's accuracy have no sign either.
    const double unresolved = top.value > 0 ? 100 * top.residual / top.value : 0;
    found.sides = round_signs(graph, top.vector, std::min(0.1, std::max(options.zero_below, unresolved)));
    for (Side& side : found.sides) {
        side = side == 0 ? Side{1} : side;  // Eq. 5 puts zeros in V+
    }

    constexpr double noise = 1e-9;  // cuts that are equal but for rounding are equal
    if (cut_fraction(graph, found.sides) < options.random_below - noise) {
        Sides random = best_random_sides(graph, options.random_tries, seed.child("fallback"));
        if (!random.empty() && cut_weight(graph, random) > (1 + noise) * cut_weight(graph, found.sides)) {
            found.sides = std::move(random);
            found.origin = CutOrigin::random_fallback;
        }
    }
    return found;
}

}  // namespace ndpool

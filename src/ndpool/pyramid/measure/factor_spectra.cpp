#include "ndpool/pyramid/measure/factor_spectra.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/linalg/laplacian/kron_spectrum.hpp"
#include "ndpool/pyramid/measure/level_spectra.hpp"

namespace ndpool {

std::vector<LevelSpectra> spectra_by_factor(const Pyramid& pyramid, int count, double most_entries, const Parallel& parallel) {
    const KronSpectrum exact(pyramid.base, most_entries);
    const Components components = connected_components(pyramid.base);
    std::vector<LevelSpectra> spectra(pyramid.levels.size());
    parallel_for(2 * pyramid.levels.size(), parallel, [&](std::size_t task) {
        const Level& level = pyramid.levels[task / 2];
        LevelSpectra& both = spectra[task / 2];
        if (task % 2 == 0) {
            both.exact = exact.smallest(level.nodes, count).values;
            return;
        }
        const NodeId skipped = exact_zeros(pyramid.base, components, level.nodes);
        const NodeId zeros = zero_eigenvalues(level.graph);
        std::vector<NodeId> all(level.nodes.size());
        std::iota(all.begin(), all.end(), 0);
        const int wanted = count + std::max(0, skipped - zeros);
        both.approximate =
            ranked_eigenvalues(KronSpectrum(level.graph, most_entries).smallest(all, wanted).values, zeros, skipped, count);
    });
    return spectra;
}

}  // namespace ndpool

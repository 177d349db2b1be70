#include <algorithm>
#include <numeric>

#include "ndpool/analysis/kron_spectrum.hpp"
#include "ndpool/analysis/level_spectra.hpp"

namespace ndpool {

std::vector<double> ranked_eigenvalues(const std::vector<double>& nonzero, NodeId zeros, NodeId skipped, int count) {
    std::vector<double> values(static_cast<std::size_t>(std::clamp(zeros - skipped, 0, count)), 0.0);
    const auto first = std::min(nonzero.size(), static_cast<std::size_t>(std::max(0, skipped - zeros)));
    const auto wanted = static_cast<std::size_t>(count) - values.size();
    const auto last = std::min(nonzero.size(), first + wanted);
    values.insert(values.end(), nonzero.begin() + static_cast<std::ptrdiff_t>(first),
                  nonzero.begin() + static_cast<std::ptrdiff_t>(last));
    return values;
}

NodeId exact_zeros(const Graph& base, const Components& components, std::span<const NodeId> nodes) {
    // A component that has a self-loop, or no node on the level, has no zero there.
    std::vector<bool> seen = looped_components(base, components);
    NodeId zeros = 0;
    for (const NodeId node : nodes) {
        if (!seen[components.label[node]]) {
            seen[components.label[node]] = true;
            ++zeros;
        }
    }
    return zeros;
}

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

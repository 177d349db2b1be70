#include "ndpool/pyramid/measure/level_spectra.hpp"

#include <algorithm>

#include "ndpool/linalg/laplacian/kron_spectrum.hpp"

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

}  // namespace ndpool

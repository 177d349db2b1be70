#include "ndpool/analysis/spectral_distance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/analysis/spectra.hpp"
#include "ndpool/graph/components.hpp"

namespace ndpool {

namespace {

/// The eigenvalues number skipped + 1 .. skipped + count, or as many of them as there are.
std::vector<double> eigenvalues_after(const Graph& graph, NodeId skipped, int count) {
    const NodeId zeros = connected_components(graph).count();
    std::vector<double> values(static_cast<std::size_t>(std::clamp(zeros - skipped, 0, count)), 0.0);
    const NodeId nonzero_skipped = std::max(0, skipped - zeros);
    const int wanted = count - static_cast<int>(values.size());
    if (wanted > 0) {
        const auto nonzero = smallest_nonzero_eigenvalues(graph, wanted + nonzero_skipped);
        values.insert(values.end(), nonzero.begin() + std::min<std::ptrdiff_t>(nonzero_skipped, std::ssize(nonzero)),
                      nonzero.end());
    }
    return values;
}

}  // namespace

double spectral_distance(std::span<const double> original, std::span<const double> changed) {
    if (original.size() != changed.size()) {
        throw InvalidInput(fmt::format("{} eigenvalues cannot be compared with {}", original.size(), changed.size()));
    }
    double sum = 0;
    for (std::size_t k = 0; k < original.size(); ++k) {
        if (!(original[k] > 0) || !std::isfinite(original[k]) || !std::isfinite(changed[k])) {
            throw InvalidInput(fmt::format("eigenvalue {} is {} and was {}, expected finite ones and a positive original", k,
                                           changed[k], original[k]));
        }
        sum += std::abs(changed[k] - original[k]) / original[k];
    }
    return original.empty() ? 0 : sum / static_cast<double>(original.size());
}

double spectral_distance(const Graph& original, const Graph& sparsified, int count) {
    const std::vector<double> before = smallest_nonzero_eigenvalues(original, count);
    const std::vector<double> after =
        eigenvalues_after(sparsified, connected_components(original).count(), static_cast<int>(before.size()));
    const std::size_t both = std::min(before.size(), after.size());
    return spectral_distance(std::span(before).first(both), std::span(after).first(both));
}

}  // namespace ndpool

#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace ndpool {

/// 1 / sqrt(degree), 0 for isolated nodes.
[[nodiscard]] inline std::vector<double> inverse_roots(std::span<const double> degrees) {
    std::vector<double> roots(degrees.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
        roots[i] = degrees[i] > 0 ? 1 / std::sqrt(degrees[i]) : 0.0;
    }
    return roots;
}

/// Edges below 1e-12 / n of the geometric mean of the degrees of their two ends. Together they have a norm of at most 1e-12 times
/// that of the normalised Laplacian, less than an eigensolver resolves. The levels of an exact Kron reduction, which are formally
/// full with weights down to 1e-140, are sparse without them.
class NegligibleEdges {
public:
    explicit NegligibleEdges(std::span<const double> degrees)
        : roots_(inverse_roots(degrees)), least_(1e-12 / static_cast<double>(std::max<std::size_t>(degrees.size(), 1))) {}

    /// The entry of the normalised adjacency matrix, with the same bits for (i, j) and (j, i).
    [[nodiscard]] double normalised(std::size_t i, std::size_t j, double weight) const {
        return (roots_[i] * roots_[j]) * weight;
    }
    [[nodiscard]] bool operator()(std::size_t i, std::size_t j, double weight) const { return normalised(i, j, weight) < least_; }
    [[nodiscard]] double least() const { return least_; }

private:
    std::vector<double> roots_;
    double least_;
};

}  // namespace ndpool
